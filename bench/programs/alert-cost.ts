import { localDynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { dynamodbTaps } from "../../adapters/counters/dynamodb-taps.ts";
import { tablesOf } from "../../adapters/stack-outputs.ts";
import type { StoredCounter } from "../../core/counters/counter.ts";
import { countTap } from "../../core/counters/taps/count-batch.ts";
import { batchSize, type EvaluationCounts } from "../alerts/evaluation-counts.ts";
import { evaluationUsage } from "../alerts/evaluation-usage.ts";
import {
  inBatches,
  oneByOne,
  type WatchedCounters,
  warmWatchedCounters,
} from "../alerts/phases.ts";
import { usageFigures } from "../costs/usage.ts";
import { benchmark, type Progress } from "../report/benchmark.ts";
import { exactly, type Figure } from "../report/figure.ts";
import { capacityByCall, capacityText } from "../service/capacity-by-call.ts";
import { unitsOf } from "../service/consumed-capacity.ts";
import { createCustomer } from "../service/customer.ts";
import { waitAndClearLogs } from "../webhooks/webhook-customer.ts";
import { type WebhookStack, withWebhooks } from "../webhooks/webhook-stack.ts";

/** Far enough apart that each is alone in its batch, even on a busy machine. */
const alone = { count: 40, perSecond: 2 };
const together = { count: 600 };

await benchmark("alert-cost", (progress) =>
  withWebhooks((stack) => costs(stack, progress), { proxied: ["evaluate-alerts"] }),
);

async function costs(stack: WebhookStack, progress: Progress): Promise<Figure[]> {
  stack.proxy.asksForCapacity = true;
  progress("warming up …");
  const watched = await warmWatchedCounters(stack);
  progress("counts that nothing waits for …");
  const unwatched = await unwatchedFigures(stack);
  const taps = await tapFigures(stack, watched);
  progress("watched counts …");
  const evaluations = await evaluationsOf(stack, watched);
  return [
    ...unwatched,
    ...taps,
    ...evaluations.flatMap(([name, counts]) => [
      { name: `${name}: batch`, value: batchSize(counts), unit: "counts" },
      ...usageFigures(name, {
        usage: evaluationUsage(stack.outputs, counts),
        detail: capacityText(counts.capacity, counts.taps.length),
      }),
    ]),
  ];
}

async function evaluationsOf(
  stack: WebhookStack,
  { silent, firing, silentGroup, firingGroup, hold }: WatchedCounters,
): Promise<[name: string, counts: EvaluationCounts][]> {
  const fires = { counters: firing, direction: "alternating" as const };
  // One counter: two at the same time would not fire at every second count.
  const groupFires = { ...fires, counters: firingGroup.counters.slice(0, 1) };
  const group = { counters: silentGroup.counters };
  const counter = { counters: silent };
  const every = "every second count fires";
  return [
    ["counter scope, alone", await oneByOne(stack, { ...counter, ...alone })],
    ["counter scope, together", await inBatches(stack, hold, { ...counter, ...together })],
    [`counter scope, ${every}, alone`, await oneByOne(stack, { ...fires, ...alone })],
    [`counter scope, ${every}, together`, await inBatches(stack, hold, { ...fires, ...together })],
    ["group scope, alone", await oneByOne(stack, { ...group, ...alone })],
    ["group scope, together", await inBatches(stack, hold, { ...group, ...together })],
    [`group scope, ${every}, alone`, await oneByOne(stack, { ...groupFires, ...alone })],
    [
      `group scope, ${every}, together`,
      await inBatches(stack, hold, { ...groupFires, ...together }),
    ],
  ];
}

/** Without a group and alerts, evaluation is not even invoked. */
async function unwatchedFigures(stack: WebhookStack): Promise<Figure[]> {
  const { counters } = await createCustomer(stack, ["Main entrance", "Gate North"]);
  await waitAndClearLogs(stack);
  await stack.proxy.takeCalls();
  const { count } = together;
  await stack.tapper.tap({ counters, count });
  // Those of the other reader of the stream show that the records have come.
  await stack.dispatches.untilHandled(count);
  await stack.evaluations.quiet();
  const invocations = stack.evaluations.take().length;
  const calls = (await stack.proxy.takeCalls()).length;
  return [
    {
      name: `${count} unwatched counts: invocations of evaluate-alerts and its calls to DynamoDB`,
      ...exactly(invocations + calls, 0),
      unit: "calls",
    },
  ];
}

/** A watched count is marked for evaluation: the mark costs nothing as long as a unit holds it. */
async function tapFigures(
  stack: WebhookStack,
  { silent, silentGroup }: WatchedCounters,
): Promise<Figure[]> {
  const { counters } = await createCustomer(stack, ["Main entrance"]);
  const cost = (counters: StoredCounter[]) => tapWrites(stack, counters);
  const unwatched = await cost(counters);
  const [alert, group] = [await cost(silent), await cost(silentGroup.counters)];
  const unit = "WCU";
  return [
    { name: "a tap: unwatched", value: unwatched, unit },
    { name: "a tap: with alerts of its own", ...exactly(alert, unwatched), unit },
    { name: "a tap: in a group", ...exactly(group, unwatched), unit },
  ];
}

async function tapWrites(
  { proxy, outputs, stores, evaluations }: WebhookStack,
  [counter]: StoredCounter[],
): Promise<number> {
  if (counter === undefined) throw new Error("no counter");
  const { organizationId, id: counterId } = counter;
  const key = { organizationId, counterId };
  const proxied = dynamodbTaps(localDynamodbClient(proxy.url), tablesOf(outputs));
  const tap = { direction: "up" as const, metadata: null };
  // The first of a minute writes a mark as well.
  await countTap(stores.taps, stores.clock, { key, tap });
  await evaluations.quiet();
  const known = await stores.taps.counter(key);
  await proxy.takeCalls();
  await countTap(proxied, stores.clock, { key, tap, ...(known && { known }) });
  await evaluations.quiet();
  const calls = (await proxy.takeCalls()).filter(({ request }) =>
    request.includes(`"${outputs.CountersTable}"`),
  );
  return unitsOf(capacityByCall(outputs, calls), "write");
}
