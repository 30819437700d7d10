import type { StoredCounter } from "../../core/counters/counter.ts";
import { batchSize, type EvaluationCounts } from "../alerts/evaluation-counts.ts";
import { type Hall, storedTotal } from "../alerts/hall.ts";
import { inBatches, warmWatchedCounters } from "../alerts/phases.ts";
import { benchmark, type Progress } from "../report/benchmark.ts";
import { exactly, type Figure } from "../report/figure.ts";
import { ms } from "../report/stages.ts";
import { mean } from "../report/statistics.ts";
import { tableNames } from "../service/capacity-by-call.ts";
import type { ProxiedCall } from "../service/dynamodb-proxy.ts";
import { type WebhookStack, withWebhooks } from "../webhooks/webhook-stack.ts";

const backlog = 2_000;

const ofGroup = "one group of 20 counters with 5 alerts";
const ofFirings = "one counter of that group, an alert fires at every second count";
const ofCounters = "20 counters with 5 alerts each";

await benchmark("alert-throughput", async (progress) => [
  ...(await withWebhooks((stack) => speed(stack, progress))),
  ...(await withWebhooks((stack) => calls(stack, progress), { proxied: ["evaluate-alerts"] })),
]);

/** How many counts in a second while they wait for evaluation, and the CPU time of each. */
async function speed(stack: WebhookStack, progress: Progress): Promise<Figure[]> {
  progress("warming up …");
  const { silentGroup, silent, gate } = await warmWatchedCounters(stack);
  progress(`${backlog} counts of a group …`);
  const before = await storedTotal(stack, silentGroup);
  const { counters } = silentGroup;
  const group = await inBatches(stack, gate, { counters, count: backlog });
  const total = await exactTotal(stack, silentGroup, before + BigInt(backlog));
  progress(`${backlog} counts of counters with alerts …`);
  const single = await inBatches(stack, gate, { counters: silent, count: backlog });
  return [...rateFigures(ofGroup, group), total, ...rateFigures(ofCounters, single)];
}

async function exactTotal(stack: WebhookStack, hall: Hall, expected: bigint): Promise<Figure> {
  const total = await storedTotal(stack, hall);
  return {
    name: `${ofGroup}: total when all are evaluated`,
    ...exactly(Number(total), Number(expected)),
    unit: "counts",
  };
}

function rateFigures(name: string, counts: EvaluationCounts): Figure[] {
  const { taps, invocations, cpuMs } = counts;
  const wholeMs =
    Math.max(...invocations.map(({ endedMs }) => endedMs)) -
    Math.min(...invocations.map(({ startedMs }) => startedMs));
  const invokedMs = invocations.reduce((sum, one) => sum + one.endedMs - one.startedMs, 0);
  const batches = invocations.length;
  const [cpu, waiting, poller] = [cpuMs, invokedMs - cpuMs, wholeMs - invokedMs].map((sum) =>
    ms(sum / batches),
  );
  return [
    {
      name: `${name}: counts evaluated`,
      value: (taps.length * 1_000) / wholeMs,
      unit: "counts/s",
      detail: `${taps.length} in batches of ${batchSize(counts).toFixed(1)}`,
      ...(name === ofGroup && { headline: true as const }),
    },
    {
      name: `${name}: time of a batch`,
      value: wholeMs / batches,
      unit: "ms",
      detail: `CPU ${cpu}, waiting ${waiting}, poller ${poller}`,
    },
    { name: `${name}: CPU time of a count`, value: cpuMs / taps.length, unit: "ms" },
  ];
}

/** The calls of a batch, with a proxy that would slow down all that is timed above. */
async function calls(stack: WebhookStack, progress: Progress): Promise<Figure[]> {
  progress("calls to DynamoDB …");
  const { silentGroup, firingGroup, silent, gate } = await warmWatchedCounters(stack);
  const of = async (name: string, counters: StoredCounter[], direction: "up" | "alternating") => {
    const counts = await inBatches(stack, gate, { counters, direction, count: 300 });
    return callsFigure(stack, name, counts);
  };
  return [
    await of(ofGroup, silentGroup.counters, "up"),
    // Two counters that go up and down at the same time would not fire at every second count.
    await of(ofFirings, firingGroup.counters.slice(0, 1), "alternating"),
    await of(ofCounters, silent, "up"),
  ];
}

function callsFigure({ outputs }: WebhookStack, name: string, counts: EvaluationCounts): Figure {
  const names = [...tableNames(outputs)];
  const nameOf = ({ operation, request }: ProxiedCall) => {
    const tables = names.filter(([table]) => request.includes(`"${table}"`));
    return `${operation} ${tables.map(([, short]) => short).join(", ")}`;
  };
  const byName = [...Map.groupBy(counts.calls, nameOf)].map(([call, its]) => {
    const each = its.length / counts.invocations.length;
    const took = mean(its.map(({ startedMs, endedMs }) => endedMs - startedMs));
    return `${Number(each.toFixed(2))} × ${call} (${ms(took)})`;
  });
  return {
    name: `${name}: calls to DynamoDB in a batch`,
    value: counts.calls.length / counts.invocations.length,
    unit: "calls",
    detail: `${byName.join(", ")}; batches of ${batchSize(counts).toFixed(1)}`,
  };
}
