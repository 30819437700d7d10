import { benchmark, type Progress } from "../report/benchmark.ts";
import { type Figure, ratioFigure } from "../report/figure.ts";
import { median, percentile } from "../report/statistics.ts";
import {
  createNeighbours,
  type Disturbed,
  disturbed,
  hangMs,
  type Neighbours,
  noisyPerSecond,
  quietPerSecond,
} from "../webhooks/noisy-neighbours.ts";
import { type WebhookStack, withWebhooks } from "../webhooks/webhook-stack.ts";

const seconds = 20;
const rounds = 3;
const turnsAfterSeconds = 6;
const bound = 1.5;

/** What is late by more than this, and how many of a hundred may be. */
const lateMs = 2_000;
const mostLatePercent = 1;

const hanging = { seconds, lane: "slow", hangFromSeconds: 0 } as const;
const prompt = { seconds, lane: "fast" } as const;
const turning = { seconds, lane: "fast", hangFromSeconds: turnsAfterSeconds } as const;

await benchmark("noisy-neighbour", (progress) =>
  withWebhooks(async (stack) => {
    progress("warming up …");
    const neighbours = await createNeighbours(stack);
    progress("a rehearsal, which starts the environments of slow endpoints …");
    await disturbed(stack, neighbours.quiet, { ...hanging, noisy: [neighbours.one] });
    const steady = await measureSteady(stack, neighbours, progress);
    return [...steady, ...(await measureTurning(stack, neighbours, progress))];
  }),
);

/**
 * Beside neighbours that hang all the time, against being alone, and against the same neighbours
 * when they respond at once: the machine has as many events to handle, so what remains is the
 * hanging itself. By turns and in rounds, so that neither a machine that gets slower nor a pause of
 * it is taken for a neighbour.
 */
async function measureSteady(
  stack: WebhookStack,
  { quiet, one, ten }: Neighbours,
  progress: Progress,
): Promise<Figure[]> {
  const neighbours = [
    { name: "one endpoint", hangs: "hangs", noisy: [one] },
    { name: "ten endpoints of ten organizations", hangs: "hang", noisy: ten },
  ].map((each) => ({ ...each, prompt: [] as Disturbed[], hanging: [] as Disturbed[] }));
  const alone: Disturbed[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    progress(`round ${round} of ${rounds}: alone …`);
    alone.push(await disturbed(stack, quiet, { ...prompt, noisy: [] }));
    for (const { name, noisy, ...results } of neighbours) {
      progress(`round ${round} of ${rounds}: ${name}, responding at once, then hanging …`);
      results.prompt.push(await disturbed(stack, quiet, { ...prompt, noisy }));
      results.hanging.push(await disturbed(stack, quiet, { ...hanging, noisy }));
    }
  }
  return [
    {
      figure: `alone at ${quietPerSecond} events a second; the others hang ${hangMs / 1_000} s at ${noisyPerSecond} a second in all`,
      measured: latencyText(alone),
    },
    ...neighbours.flatMap(({ name, hangs, prompt: responding, hanging: hung }) => {
      const figure = `${name} ${hangs}: the other's p99`;
      return [
        {
          figure: `${name} at the same rate, but responding at once: the other's p99 against alone`,
          measured: `${ratioOf(responding, alone).toFixed(2)} × (${latencyText(responding)})`,
        },
        ratioFigure(`${figure} against alone`, ratioOf(hung, alone), bound, latencyText(hung)),
        ratioFigure(
          `${figure} against the same neighbours responding`,
          ratioOf(hung, responding),
          bound,
          latencyText(responding),
        ),
        ...fatesOf(`${name} ${hangs}`, hung),
      ];
    }),
  ];
}

/** Without a bound on the ratio: for the first second, the others wait for those that hang. */
async function measureTurning(
  stack: WebhookStack,
  { quiet, one, ten }: Neighbours,
  progress: Progress,
): Promise<Figure[]> {
  const when = `from second ${turnsAfterSeconds} on, before that`;
  const neighbours = [
    { name: `one endpoint hangs ${when} it responds`, noisy: [one] },
    { name: `ten endpoints of ten organizations hang ${when} they respond`, noisy: ten },
  ];
  const figures: Figure[] = [];
  for (const { name, noisy } of neighbours) {
    progress("alone …");
    const alone = await disturbed(stack, quiet, { ...prompt, noisy: [] });
    progress(`${name} …`);
    const turned = await disturbed(stack, quiet, { ...turning, noisy });
    const latePercent = (100 * lateOf([turned], lateMs)) / turned.latenciesMs.length;
    figures.push(
      {
        figure: `${name}: the other's p99 against alone`,
        measured: `${ratioOf([turned], [alone]).toFixed(2)} × (${latencyText([turned])})`,
      },
      {
        figure: `${name}: the other's events that came after more than ${lateMs / 1_000} s`,
        measured: `${latePercent.toFixed(1)} %`,
        target: { is: `≤ ${mostLatePercent} %`, met: latePercent <= mostLatePercent },
      },
      ...fatesOf(name, [turned]),
    );
  }
  return figures;
}

/** The median, over the rounds, of one's 99th percentile against the other's. */
function ratioOf(results: Disturbed[], against: Disturbed[]): number {
  const p99 = ({ latenciesMs }: Disturbed) => percentile(latenciesMs, 0.99);
  const ratios = results.map((result, round) => p99(result) / p99(against[round] ?? result));
  return median(ratios);
}

function fatesOf(name: string, results: Disturbed[]): Figure[] {
  const sum = (of: (result: Disturbed) => number) =>
    results.reduce((total, result) => total + of(result), 0);
  const lost = sum((result) => result.lost);
  const received = sum(({ latenciesMs }) => latenciesMs.length);
  return [
    {
      figure: `${name}: the other's events lost`,
      measured: `${lost} (${lateOf(results, 1_000)} of ${received} came after more than 1 s)`,
      target: { is: "0", met: lost === 0 },
    },
    {
      figure: `${name}: its own events that arrived in the same time`,
      measured: `${sum(({ arrived }) => arrived)} of ${sum(({ made }) => made)}`,
    },
  ];
}

function lateOf(results: Disturbed[], ms: number): number {
  return results.flatMap(({ latenciesMs }) => latenciesMs).filter((latency) => latency > ms).length;
}

function latencyText(results: Disturbed[]): string {
  const latenciesMs = results.flatMap((result) => result.latenciesMs);
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(latenciesMs, share).toFixed(0));
  const rounds = results.length === 1 ? "" : `, of ${results.length} rounds`;
  return `p50 ${p50} ms, p99 ${p99} ms, worst ${Math.max(...latenciesMs).toFixed(0)} ms${rounds}`;
}
