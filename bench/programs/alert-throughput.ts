import { batchSize, type EvaluationCounts } from "../alerts/evaluation-counts.ts";
import { type Hall, storedTotal } from "../alerts/hall.ts";
import { inBatches, warmWatchedCounters } from "../alerts/phases.ts";
import { benchmark, type Progress } from "../report/benchmark.ts";
import { exactly, type Figure } from "../report/figure.ts";
import { ms } from "../report/stages.ts";
import { type WebhookStack, withWebhooks } from "../webhooks/webhook-stack.ts";

const backlog = 2_000;

const ofGroup = "one group of 20 counters with 5 alerts";
const ofCounters = "20 counters with 5 alerts each";

await benchmark("alert-throughput", (progress) => withWebhooks((stack) => speed(stack, progress)));

/** How many counts in a second while they wait for evaluation, and the CPU time of each. */
async function speed(stack: WebhookStack, progress: Progress): Promise<Figure[]> {
  progress("warming up …");
  const { silentGroup, silent, hold } = await warmWatchedCounters(stack);
  progress(`${backlog} counts of a group …`);
  const before = await storedTotal(stack, silentGroup);
  const { counters } = silentGroup;
  const group = await inBatches(stack, hold, { counters, count: backlog });
  const total = await exactTotal(stack, silentGroup, before + BigInt(backlog));
  progress(`${backlog} counts of counters with alerts …`);
  const single = await inBatches(stack, hold, { counters: silent, count: backlog });
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
