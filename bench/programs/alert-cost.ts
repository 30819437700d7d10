import { localDynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import type { StoredCounter } from "../../core/counters/counter.ts";
import { countTap } from "../../core/counters/counting.ts";
import { evaluationBill } from "../alerts/evaluation-bill.ts";
import { batchSize, type EvaluationCounts } from "../alerts/evaluation-counts.ts";
import {
  inBatches,
  oneByOne,
  type WatchedCounters,
  warmWatchedCounters,
} from "../alerts/phases.ts";
import { benchmark, type Progress } from "../report/benchmark.ts";
import type { Figure } from "../report/figure.ts";
import { capacityByCall, capacityText } from "../service/capacity-by-call.ts";
import { unitsOf } from "../service/consumed-capacity.ts";
import { createCustomer } from "../service/customer.ts";
import { measuredPorts } from "../service/measured-ports.ts";
import { assumed, billFigures } from "../webhooks/dollars.ts";
import { pricesAsOf } from "../webhooks/list-prices.ts";
import { waitAndClearLogs } from "../webhooks/webhook-customer.ts";
import { type WebhookStack, withWebhooks } from "../webhooks/webhook-stack.ts";

/** So far apart that each is alone in its batch on a busy machine, too. */
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
  const named = evaluations.map(
    ([name, counts]) => [`${name}, batches of ${batchSize(counts).toFixed(1)}`, counts] as const,
  );
  return [
    ...unwatched,
    ...taps,
    ...named.map(([name, counts]) => ({
      figure: `${name}: capacity of evaluating a count`,
      measured: capacityText(counts.capacity, counts.taps.length),
    })),
    { figure: "list prices", measured: pricesAsOf },
    { figure: "assumed waits of a function", measured: `DynamoDB ${assumed.dynamodbMs} ms` },
    ...named.flatMap(([name, counts]) =>
      billFigures(name, evaluationBill(stack.outputs, counts), "watched counts"),
    ),
  ];
}

async function evaluationsOf(
  stack: WebhookStack,
  { silent, firing, silentGroup, firingGroup, gate }: WatchedCounters,
): Promise<[name: string, counts: EvaluationCounts][]> {
  const fires = { counters: firing, direction: "alternating" as const };
  // One counter: two at the same time would not fire at every second count.
  const groupFires = { ...fires, counters: firingGroup.counters.slice(0, 1) };
  const group = { counters: silentGroup.counters };
  const counter = { counters: silent };
  const every = "every second count fires";
  return [
    ["counter scope", await oneByOne(stack, { ...counter, ...alone })],
    ["counter scope", await inBatches(stack, gate, { ...counter, ...together })],
    [`counter scope, ${every}`, await oneByOne(stack, { ...fires, ...alone })],
    [`counter scope, ${every}`, await inBatches(stack, gate, { ...fires, ...together })],
    ["group scope", await oneByOne(stack, { ...group, ...alone })],
    ["group scope", await inBatches(stack, gate, { ...group, ...together })],
    [`group scope, ${every}`, await oneByOne(stack, { ...groupFires, ...alone })],
    [`group scope, ${every}`, await inBatches(stack, gate, { ...groupFires, ...together })],
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
      figure: `${count} unwatched counts: invocations of evaluate-alerts / its calls to DynamoDB`,
      measured: `${invocations} / ${calls}`,
      target: { is: "0", met: invocations + calls === 0 },
    },
  ];
}

/** A watched count is marked for evaluation: the mark costs nothing as long as a unit holds it. */
async function tapFigures(
  stack: WebhookStack,
  { silent, silentGroup }: WatchedCounters,
): Promise<Figure[]> {
  const { counters } = await createCustomer(stack, ["Main entrance"]);
  const cost = (its: StoredCounter[]) => tapWrites(stack, its);
  const unwatched = await cost(counters);
  const [alert, group] = [await cost(silent), await cost(silentGroup.counters)];
  return [
    {
      figure: "capacity of a tap: unwatched / with alerts of its own / in a group",
      measured: `${unwatched} / ${alert} / ${group} WCU`,
      target: { is: "equal", met: unwatched === alert && alert === group },
    },
  ];
}

async function tapWrites(
  { proxy, outputs, stores, evaluations }: WebhookStack,
  [counter]: StoredCounter[],
): Promise<number> {
  if (counter === undefined) throw new Error("no counter");
  const { organizationId, id: counterId } = counter;
  const key = { organizationId, counterId };
  const proxied = measuredPorts(localDynamodbClient(proxy.url), outputs);
  const tap = { direction: "up" as const, metadata: null };
  // The first of a minute writes a mark as well.
  await countTap(stores.counting, stores.clock, { key, tap });
  await evaluations.quiet();
  const known = await stores.counting.counter(key);
  await proxy.takeCalls();
  await countTap(proxied.counting, proxied.clock, { key, tap, ...(known && { known }) });
  await evaluations.quiet();
  const calls = (await proxy.takeCalls()).filter(({ request }) =>
    request.includes(`"${outputs.CountersTable}"`),
  );
  return unitsOf(capacityByCall(outputs, calls), "write");
}
