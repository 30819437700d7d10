import { allInOrder } from "../../all-in-order.ts";
import type { CountEvent } from "../../counters/count-event.ts";
import type { CountResult } from "../../counters/taps/count-batch.ts";
import { countedEvent, until, whyFailed } from "../steps.ts";

/** What a run tries, in this order; the last two at the same time. */
type CanaryStep = "set up" | "count" | "read" | "webhook";

export type CanaryResult =
  /** `ageMs`: from the count to its webhook. */
  | { result: "passed"; lastEventId: number; ageMs: number }
  | { result: "failed"; step: CanaryStep; reason: string }
  /** The schedule's message waited so long that it says nothing of the present. */
  | { result: "skipped" };

export interface CanaryPorts {
  /** Makes sure that organization, counter, key and endpoint are there. */
  ensure(): Promise<void>;
  /** Counts once; the same key counts no second time. */
  count(idempotencyKey: string): Promise<CountResult>;
  /** Asks the read API for the counter's newest event, as a client does; throws if it is not shown. */
  read(): Promise<number>;
  /** When the webhook of this event arrived, in epoch milliseconds; undefined before. */
  arrivedAtMs(eventId: number): Promise<number | undefined>;
  now(): number;
  wait(ms: number): Promise<void>;
}

interface CanaryLimits {
  latestStart: number;
  read: number;
  betweenReads: number;
  webhook: number;
  betweenLooks: number;
}

/** In milliseconds; together below the function's timeout. */
const canaryLimits: CanaryLimits = {
  /** A message of the schedule that is older is one of an outage that is over. */
  latestStart: 60_000,
  /** A read is strongly consistent; a cold start and one failed request are not an outage. */
  read: 10_000,
  betweenReads: 2_000,
  webhook: 30_000,
  betweenLooks: 500,
};

/**
 * One run: count, see it through the read API, and receive its webhook. Only the webhook of this
 * run's own event counts. `scheduledMs` is the run's name: a repetition counts no second time, and
 * looks for the same event.
 */
export async function makeCanaryRun(
  ports: CanaryPorts,
  scheduledMs: number,
  limits = canaryLimits,
): Promise<CanaryResult> {
  if (ports.now() - scheduledMs > limits.latestStart) return { result: "skipped" };
  const ready = await step("set up", () => ports.ensure());
  if ("step" in ready) return ready;
  const key = `canary/${new Date(scheduledMs).toISOString()}`;
  const counted = await step("count", async () => countedEvent(await ports.count(key)));
  if ("step" in counted) return counted;
  const event = counted.found;
  const [shown, arrived] = await allInOrder([
    step("read", () => seeCount(ports, event, limits)),
    step("webhook", () => receive(ports, event, limits)),
  ]);
  if ("step" in shown) {
    const also = "step" in arrived ? `; webhook: ${arrived.reason}` : "";
    return { ...shown, reason: `${shown.reason}${also}` };
  }
  if ("step" in arrived) return arrived;
  // The clocks of two functions differ by a few milliseconds.
  const ageMs = Math.max(0, arrived.found.arrivedAtMs - Date.parse(event.createdAt));
  return { result: "passed", lastEventId: event.lastEventId, ageMs };
}

type Failed = Extract<CanaryResult, { result: "failed" }>;

async function step<Found>(
  name: CanaryStep,
  take: () => Promise<Found>,
): Promise<{ found: Found } | Failed> {
  try {
    return { found: await take() };
  } catch (error) {
    return { result: "failed", step: name, reason: whyFailed(error) };
  }
}

async function seeCount(ports: CanaryPorts, { lastEventId }: CountEvent, limits: CanaryLimits) {
  const patience = { withinMs: limits.read, everyMs: limits.betweenReads };
  return await until(ports, patience, async () => {
    try {
      const shown = await ports.read();
      if (shown >= lastEventId) return { shown };
      return `the read API shows event ${shown}, and ${lastEventId} was counted`;
    } catch (error) {
      return whyFailed(error);
    }
  });
}

async function receive(ports: CanaryPorts, { lastEventId }: CountEvent, limits: CanaryLimits) {
  const patience = { withinMs: limits.webhook, everyMs: limits.betweenLooks };
  return await until(ports, patience, async () => {
    const arrivedAtMs = await ports.arrivedAtMs(lastEventId);
    return arrivedAtMs === undefined
      ? `no webhook of event ${lastEventId} has arrived`
      : { arrivedAtMs };
  });
}
