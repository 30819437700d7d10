import { benchmark, type Progress } from "../report/benchmark.ts";
import { type Figure, ratioFigure } from "../report/figure.ts";
import { percentile } from "../report/statistics.ts";
import {
  createNeighbours,
  type Disturbance,
  type Disturbed,
  disturbed,
  hangMs,
  type Neighbours,
  noisyPerSecond,
  quietPerSecond,
} from "../webhooks/noisy-neighbours.ts";
import { type WebhookStack, withWebhooks } from "../webhooks/webhook-stack.ts";

const aloneSeconds = 10;
const noisySeconds = 20;
const turnsAfterSeconds = 6;
const bound = 1.5;

/** Without a bound on the ratio: for the first second, the others wait for those that hang. */
const turning = `from second ${turnsAfterSeconds} on, before that`;
const oneTurns = `one endpoint hangs ${turning} it responds`;
const tenTurn = `ten endpoints of ten organizations hang ${turning} they respond`;

/** What is late by more than this, and how many of a hundred may be. */
const lateMs = 2_000;
const mostLatePercent = 1;

await benchmark("noisy-neighbour", (progress) =>
  withWebhooks(async (stack) => {
    progress("warming up …");
    return await measure(stack, await createNeighbours(stack), progress);
  }),
);

/** Alone and disturbed by turns, so that a machine that gets slower is not taken for a neighbour. */
async function measure(
  stack: WebhookStack,
  { quiet, one, ten }: Neighbours,
  progress: Progress,
): Promise<Figure[]> {
  const hangs = { seconds: noisySeconds, hangFromSeconds: 0, lane: "slow" as const };
  const turns = {
    seconds: noisySeconds,
    hangFromSeconds: turnsAfterSeconds,
    lane: "fast" as const,
  };
  const disturbances: [name: string, disturbance: Disturbance][] = [
    ["one endpoint hangs", { ...hangs, noisy: [one] }],
    ["ten endpoints of ten organizations hang", { ...hangs, noisy: ten }],
    [oneTurns, { ...turns, noisy: [one] }],
    [tenTurn, { ...turns, noisy: ten }],
  ];
  progress("a rehearsal, which starts the environments of slow endpoints …");
  await disturbed(stack, quiet, { ...hangs, noisy: [one], seconds: 4 });
  const alone: number[] = [];
  const beAlone = async () => {
    progress("alone …");
    const nobody = { ...hangs, noisy: [], seconds: aloneSeconds };
    alone.push(...(await disturbed(stack, quiet, nobody)).latenciesMs);
  };
  const results: [name: string, result: Disturbed][] = [];
  for (const [name, disturbance] of disturbances) {
    await beAlone();
    progress(`${name} …`);
    results.push([name, await disturbed(stack, quiet, disturbance)]);
  }
  await beAlone();
  const aloneMs = percentile(alone, 0.99);
  return [
    {
      figure: `alone at ${quietPerSecond} events a second; the others hang ${hangMs / 1_000} s at ${noisyPerSecond} a second in all`,
      measured: latencyText(alone),
    },
    ...results.flatMap(([name, result]) => figuresOf(name, result, aloneMs)),
  ];
}

function figuresOf(name: string, result: Disturbed, aloneMs: number): Figure[] {
  const { latenciesMs, lost, made, arrived } = result;
  const figure = `${name}: the other's p99 against alone`;
  const ratio = percentile(latenciesMs, 0.99) / aloneMs;
  const bounded = ratioFigure(figure, ratio, bound, latencyText(latenciesMs));
  const after = (ms: number) => latenciesMs.filter((latency) => latency > ms).length;
  const turned = name === oneTurns || name === tenTurn;
  const latePercent = (100 * after(lateMs)) / latenciesMs.length;
  return [
    turned ? { figure, measured: bounded.measured } : bounded,
    {
      figure: `${name}: the other's events lost`,
      measured: `${lost} (${after(1_000)} of ${latenciesMs.length} came after more than 1 s)`,
      target: { is: "0", met: lost === 0 },
    },
    ...(turned
      ? [
          {
            figure: `${name}: the other's events that came after more than ${lateMs / 1_000} s`,
            measured: `${latePercent.toFixed(1)} %`,
            target: { is: `≤ ${mostLatePercent} %`, met: latePercent <= mostLatePercent },
          },
        ]
      : []),
    {
      figure: `${name}: its own events that arrived in the same time`,
      measured: `${arrived} of ${made}`,
    },
  ];
}

function latencyText(latenciesMs: number[]): string {
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(latenciesMs, share).toFixed(0));
  return `p50 ${p50} ms, p99 ${p99} ms, worst ${Math.max(...latenciesMs).toFixed(0)} ms`;
}
