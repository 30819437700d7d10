import { benchmark, type Progress } from "../report/benchmark.ts";
import { atMost, exactly, type Figure } from "../report/figure.ts";
import { median, percentile } from "../report/statistics.ts";
import {
  createNeighbours,
  hangMs,
  type Measured,
  measureBeside,
  type Neighbours,
  noisyPerSecond,
  quietPerSecond,
} from "../webhooks/noisy-neighbours.ts";
import { type WebhookStack, withWebhooks } from "../webhooks/webhook-stack.ts";

const seconds = 20;
const rounds = 3;
const hangsAfterSeconds = 6;
const bound = 1.5;

/** While a prompt endpoint begins to hang, 99 of 100 events of the others are not later. */
const beginsMs = 250;

/** What is late by more than this, and how many of a hundred may be. */
const lateMs = 2_000;
const mostLatePercent = 1;

const hanging = { seconds, lane: "slow", hangFromSeconds: 0 } as const;
const prompt = { seconds, lane: "fast" } as const;
const hangingLater = { seconds, lane: "fast", hangFromSeconds: hangsAfterSeconds } as const;

await benchmark("noisy-neighbour", (progress) =>
  withWebhooks(async (stack) => {
    progress("warming up …");
    const neighbours = await createNeighbours(stack);
    progress("a rehearsal, which starts the environments of slow endpoints …");
    await measureBeside(stack, neighbours.quiet, { ...hanging, noisy: [neighbours.one] });
    const steady = await measureSteady(stack, neighbours, progress);
    return [...steady, ...(await measureHangingLater(stack, neighbours, progress))];
  }),
);

/**
 * Measures the quiet endpoint's latency alone, beside neighbours that hang, and beside the same
 * neighbours when they respond at once. The last comparison isolates the hanging, because the machine
 * handles the same number of events. The cases alternate in each round, so that a machine that gets
 * slower, or pauses, affects all of them.
 */
async function measureSteady(
  stack: WebhookStack,
  { quiet, one, ten }: Neighbours,
  progress: Progress,
): Promise<Figure[]> {
  const neighbours = [
    { name: "one endpoint", hangs: "hangs", noisy: [one] },
    { name: "ten endpoints of ten organizations", hangs: "hang", noisy: ten },
  ].map((each) => ({ ...each, prompt: [] as Measured[], hanging: [] as Measured[] }));
  const alone: Measured[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    progress(`round ${round} of ${rounds}: alone …`);
    alone.push(await measureBeside(stack, quiet, { ...prompt, noisy: [] }));
    for (const { name, noisy, ...results } of neighbours) {
      progress(`round ${round} of ${rounds}: ${name}, responding at once, then hanging …`);
      results.prompt.push(await measureBeside(stack, quiet, { ...prompt, noisy }));
      results.hanging.push(await measureBeside(stack, quiet, { ...hanging, noisy }));
    }
  }
  const chart = "The other endpoint's p99, against its p99 alone";
  const load = `${quietPerSecond} events a second; the others hang ${hangMs / 1_000} s at ${noisyPerSecond} a second in all`;
  const all = alone.flatMap(({ latenciesMs }) => latenciesMs);
  const detail = `${load}; ${latencyText(alone)}`;
  return [
    { name: "alone: p99", value: percentile(all, 0.99), unit: "ms", detail },
    ...neighbours.flatMap(({ name, hangs, prompt: responding, hanging: hung }): Figure[] => [
      {
        name: `${name} at the same rate, but responding at once: the other's p99 against alone`,
        value: ratioOf(responding, alone),
        unit: "×",
        detail: latencyText(responding),
        chart,
      },
      {
        name: `${name} ${hangs}: the other's p99 against alone`,
        ...atMost(ratioOf(hung, alone), bound),
        unit: "×",
        detail: latencyText(hung),
        chart,
        headline: true,
      },
      {
        name: `${name} ${hangs}: the other's p99 against the same neighbours responding`,
        ...atMost(ratioOf(hung, responding), bound),
        unit: "×",
        detail: latencyText(responding),
      },
      ...outcomeFigures(`${name} ${hangs}`, hung),
    ]),
  ];
}

/**
 * Measures the same beside neighbours that begin to hang. The ratio has no bound: for the first second,
 * the others wait for those that hang.
 */
async function measureHangingLater(
  stack: WebhookStack,
  { quiet, one, ten }: Neighbours,
  progress: Progress,
): Promise<Figure[]> {
  const when = `after ${hangsAfterSeconds} s`;
  const neighbours = [
    { name: `one endpoint begins to hang ${when}`, noisy: [one] },
    { name: `ten endpoints of ten organizations begin to hang ${when}`, noisy: ten },
  ];
  const figures: Figure[] = [];
  for (const { name, noisy } of neighbours) {
    progress("alone …");
    const alone = await measureBeside(stack, quiet, { ...prompt, noisy: [] });
    progress(`${name} …`);
    const measured = await measureBeside(stack, quiet, { ...hangingLater, noisy });
    const latePercent = (100 * lateOf([measured], lateMs)) / measured.latenciesMs.length;
    figures.push(
      {
        name: `${name}: the other's p99 against alone`,
        value: ratioOf([measured], [alone]),
        unit: "×",
        detail: latencyText([measured]),
      },
      {
        name: `${name}: the other's p99`,
        ...atMost(percentile(measured.latenciesMs, 0.99), beginsMs),
        unit: "ms",
        headline: true,
      },
      {
        name: `${name}: the other's events later than ${lateMs / 1_000} s`,
        ...atMost(latePercent, mostLatePercent),
        unit: "%",
        ...(noisy === ten && { headline: true as const }),
      },
      ...outcomeFigures(name, [measured]),
    );
  }
  return figures;
}

/** The median, over the rounds, of one's 99th percentile against the other's. */
function ratioOf(results: Measured[], against: Measured[]): number {
  const p99 = ({ latenciesMs }: Measured) => percentile(latenciesMs, 0.99);
  const ratios = results.map((result, round) => p99(result) / p99(against[round] ?? result));
  return median(ratios);
}

function outcomeFigures(name: string, results: Measured[]): Figure[] {
  const sum = (of: (result: Measured) => number) =>
    results.reduce((total, result) => total + of(result), 0);
  const lost = sum((result) => result.lost);
  const received = sum(({ latenciesMs }) => latenciesMs.length);
  return [
    {
      name: `${name}: the other's events lost`,
      ...exactly(lost, 0),
      unit: "events",
      detail: `${lateOf(results, 1_000)} of ${received} came after more than 1 s`,
    },
    {
      name: `${name}: its own events that arrived in the same time`,
      value: sum(({ arrived }) => arrived),
      unit: "events",
      detail: `of ${sum(({ made }) => made)}`,
    },
  ];
}

function lateOf(results: Measured[], ms: number): number {
  return results.flatMap(({ latenciesMs }) => latenciesMs).filter((latency) => latency > ms).length;
}

function latencyText(results: Measured[]): string {
  const latenciesMs = results.flatMap((result) => result.latenciesMs);
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(latenciesMs, share).toFixed(0));
  const rounds = results.length === 1 ? "" : `, of ${results.length} rounds`;
  return `p50 ${p50} ms, p99 ${p99} ms, worst ${Math.max(...latenciesMs).toFixed(0)} ms${rounds}`;
}
