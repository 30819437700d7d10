import type { EnvironmentPool } from "local-aws";
import type { StoredCounter } from "../../core/counters/counter.ts";
import {
  createCustomer,
  realisticNames,
  saveCounters,
  unsavedCounter,
} from "../service/customer.ts";
import type { TapStream } from "../service/tapper.ts";
import type { WebhookStack } from "../webhooks/webhook-stack.ts";
import { type EvaluationCounts, evaluationCountsOf } from "./evaluation-counts.ts";
import { createFiveAlerts, createHall, groupTarget, type Hall } from "./hall.ts";

/**
 * Organizations without endpoints: what evaluation takes, without the webhooks of what fires. Of
 * each target's five alerts, one fires at every tap up of an alternating stream, or none ever.
 */
export interface WatchedCounters {
  silentGroup: Hall;
  firingGroup: Hall;
  /** In no group, with five alerts each. */
  silent: StoredCounter[];
  firing: StoredCounter[];
  hold: InvocationHold;
}

export async function warmWatchedCounters(stack: WebhookStack): Promise<WatchedCounters> {
  const [silentGroup, firingGroup] = [await createHall(stack), await createHall(stack)];
  await createFiveAlerts(stack, groupTarget(silentGroup));
  await createFiveAlerts(stack, groupTarget(firingGroup), firesAtOne);
  // As many as one organization may have alerts for.
  const silent = await createWatchedCounters(stack, { count: 20, alerts: {} });
  const firing = await createWatchedCounters(stack, { count: 1, alerts: firesAtOne });
  const hold = new InvocationHold(stack.pool("evaluate-alerts"));
  // The first environment of the function begins its log.
  const first = { counters: firing, count: 2, direction: "alternating" as const };
  await stack.tapper.tap(first);
  await stack.evaluations.untilHandled(first.count);
  for (const counters of [silentGroup.counters, firingGroup.counters, silent, firing]) {
    const direction = "alternating";
    await oneByOne(stack, { counters, count: 10, direction });
    await inBatches(stack, hold, { counters, count: 200, direction });
  }
  return { silentGroup, firingGroup, silent, firing, hold };
}

const firesAtOne = { at: 1 };

async function createWatchedCounters(
  stack: WebhookStack,
  { count, alerts }: { count: number; alerts: Parameters<typeof createFiveAlerts>[2] },
): Promise<StoredCounter[]> {
  const { organization } = await createCustomer(stack, []);
  const counters = realisticNames(count).map((name) => unsavedCounter(organization, name, null));
  await saveCounters(stack.stores, counters);
  for (const { organizationId, id: targetId } of counters) {
    await createFiveAlerts(stack, { organizationId, scope: "counter", targetId }, alerts);
  }
  return counters;
}

/** Counts so far apart that each is alone in its batch. */
export async function oneByOne(stack: WebhookStack, stream: TapStream): Promise<EvaluationCounts> {
  return await evaluationCountsOf(stack, () => stack.tapper.tap({ perSecond: 5, ...stream }));
}

/** Counts that have all been made when the evaluation of the first begins. */
export async function inBatches(
  stack: WebhookStack,
  hold: InvocationHold,
  stream: TapStream,
): Promise<EvaluationCounts> {
  return await evaluationCountsOf(stack, () =>
    hold.holdDuring(async () => {
      const taps = await stack.tapper.tap(stream);
      await stack.dispatches.quiet();
      return taps;
    }),
  );
}

/** Holds back the invocations of a function, so that the records of its stream pile up. */
class InvocationHold {
  #open = () => {};
  #opened = Promise.resolve();

  constructor(pool: EnvironmentPool) {
    const invoke = pool.invoke.bind(pool);
    pool.invoke = async (event) => {
      await this.#opened;
      return await invoke(event);
    };
  }

  /** Holds back every invocation until `act` is over. */
  async holdDuring<Result>(act: () => Promise<Result>): Promise<Result> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#opened = promise;
    this.#open = resolve;
    try {
      return await act();
    } finally {
      this.#open();
    }
  }
}
