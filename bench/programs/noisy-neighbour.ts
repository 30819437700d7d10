import { setTimeout as delay } from "node:timers/promises";
import { PurgeQueueCommand } from "@aws-sdk/client-sqs";
import type { Lane } from "../../core/webhooks/endpoint-health.ts";
import { benchmark, progress } from "../report/benchmark.ts";
import { atMost, type Figure, none } from "../report/figure.ts";
import { median, percentile } from "../report/statistics.ts";
import type { Behaviour } from "../webhooks/receiver.ts";
import {
  createWebhookCustomer,
  deliveryOf,
  latenciesOf,
  onlyEndpoint,
  type WebhookCustomer,
  waitAndClearLogs,
  warmUp,
} from "../webhooks/webhook-customer.ts";
import { type WebhookStack, withWebhooks } from "../webhooks/webhook-stack.ts";

const quietPerSecond = 20;
const noisyPerSecond = 50;
const hangMs = 9_900;

const seconds = 20;
const rounds = 3;
const hangsAfterSeconds = 6;
const bound = 1.5;

/** While a prompt endpoint begins to hang, 99 of 100 events of the others are not later. */
const beginsMs = 250;

const hangs: Behaviour = { status: 200, hangMs, bodyBytes: 9 };

const hanging = { lane: "slow", hangFromSeconds: 0 } as const;
const prompt = { lane: "fast" } as const;
const hangingLater = { lane: "fast", hangFromSeconds: hangsAfterSeconds } as const;

await benchmark(() =>
  withWebhooks(async (stack) => {
    progress("warming up …");
    const neighbours = await createNeighbours(stack);
    progress("a rehearsal, which starts the environments of slow endpoints …");
    await measureBeside(stack, neighbours.quiet, { ...hanging, noisy: [neighbours.one] });
    const steady = await measureSteady(stack, neighbours);
    return [...steady, ...(await measureHangingLater(stack, neighbours))];
  }),
);

/** The cases alternate in each round, so that a machine that gets slower, or pauses, affects all. */
async function measureSteady(
  stack: WebhookStack,
  { quiet, one, ten }: Neighbours,
): Promise<Figure[]> {
  const neighbours = [
    { name: "one endpoint hangs", noisy: [one], results: [] as Measured[] },
    { name: "ten endpoints of ten organizations hang", noisy: ten, results: [] as Measured[] },
  ];
  const alone: Measured[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    progress(`round ${round} of ${rounds}: alone …`);
    alone.push(await measureBeside(stack, quiet, { ...prompt, noisy: [] }));
    for (const { name, noisy, results } of neighbours) {
      progress(`round ${round} of ${rounds}: ${name} …`);
      results.push(await measureBeside(stack, quiet, { ...hanging, noisy }));
    }
  }
  const load = `${quietPerSecond} events a second; the others hang ${hangMs / 1_000} s at ${noisyPerSecond} a second in all`;
  const all = alone.flatMap(({ latenciesMs }) => latenciesMs);
  const detail = `${load}; ${latencyText(alone)}`;
  return [
    { name: "alone: p99", value: percentile(all, 0.99), unit: "ms", detail },
    ...neighbours.flatMap(({ name, results }): Figure[] => [
      {
        name: `${name}: the other's p99 against alone`,
        ...atMost(ratioOf(results, alone), bound),
        unit: "×",
        detail: latencyText(results),
      },
      lostFigure(name, results),
    ]),
  ];
}

/** Beside neighbours that begin to hang: for the first second, the others wait for those. */
async function measureHangingLater(
  stack: WebhookStack,
  { quiet, one, ten }: Neighbours,
): Promise<Figure[]> {
  const when = `after ${hangsAfterSeconds} s`;
  const neighbours = [
    { name: `one endpoint begins to hang ${when}`, noisy: [one] },
    { name: `ten endpoints of ten organizations begin to hang ${when}`, noisy: ten },
  ];
  const figures: Figure[] = [];
  for (const { name, noisy } of neighbours) {
    progress(`${name} …`);
    const measured = await measureBeside(stack, quiet, { ...hangingLater, noisy });
    figures.push(
      {
        name: `${name}: the other's p99`,
        ...atMost(percentile(measured.latenciesMs, 0.99), beginsMs),
        unit: "ms",
        detail: latencyText([measured]),
      },
      lostFigure(name, [measured]),
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

function lostFigure(name: string, results: Measured[]): Figure {
  const latenciesMs = results.flatMap((result) => result.latenciesMs);
  const late = latenciesMs.filter((ms) => ms > 1_000).length;
  const lost = results.reduce((sum, result) => sum + result.lost, 0);
  return none(lost, {
    name: `${name}: the other's events lost`,
    unit: "events",
    detail: `${late} of ${latenciesMs.length} came after more than 1 s`,
  });
}

function latencyText(results: Measured[]): string {
  const latenciesMs = results.flatMap((result) => result.latenciesMs);
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(latenciesMs, share).toFixed(0));
  const rounds = results.length === 1 ? "" : `, of ${results.length} rounds`;
  return `p50 ${p50} ms, p99 ${p99} ms, worst ${Math.max(...latenciesMs).toFixed(0)} ms${rounds}`;
}

/** The quiet customer, one noisy customer, and ten noisy ones that make the same load together. */
interface Neighbours {
  quiet: WebhookCustomer;
  one: WebhookCustomer;
  ten: WebhookCustomer[];
}

async function createNeighbours(stack: WebhookStack): Promise<Neighbours> {
  const quiet = await createWebhookCustomer(stack, { counterCount: 10, paths: ["/quiet"] });
  const one = await createWebhookCustomer(stack, { counterCount: 20, paths: ["/one"] });
  const ten: WebhookCustomer[] = [];
  for (let index = 0; index < 10; index += 1) {
    ten.push(await createWebhookCustomer(stack, { counterCount: 2, paths: [`/ten/${index}`] }));
  }
  await warmUp(stack, quiet);
  return { quiet, one, ten };
}

interface Disturbance {
  noisy: WebhookCustomer[];
  /** Where the noisy endpoints are at first. */
  lane: Lane;
  /** When they begin to hang, in seconds; until then they respond at once, without it always. */
  hangFromSeconds?: number;
}

interface Measured {
  /** Milliseconds from commit to arrival, of the quiet customer's events that arrived. */
  latenciesMs: number[];
  lost: number;
}

/** Measures the quiet customer's events beside the noisy ones'. Leaves nothing behind. */
async function measureBeside(
  stack: WebhookStack,
  quiet: WebhookCustomer,
  { noisy, lane, hangFromSeconds }: Disturbance,
): Promise<Measured> {
  const paths = noisy.flatMap(({ endpoints }) => endpoints.map(({ url }) => new URL(url).pathname));
  const hang = () => stack.receiver.behave(Object.fromEntries(paths.map((path) => [path, hangs])));
  await setLanes(stack, noisy, lane);
  if (hangFromSeconds === 0) await hang();
  const perSecond = noisyPerSecond / noisy.length;
  const tapping = stack.tapper.tap(
    { counters: quiet.counters, count: quietPerSecond * seconds, perSecond: quietPerSecond },
    ...noisy.map(({ counters }) => ({ counters, count: perSecond * seconds, perSecond })),
  );
  if (hangFromSeconds) {
    await delay(hangFromSeconds * 1_000);
    await hang();
  }
  const taps = await tapping;
  const endpoint = onlyEndpoint(quiet.endpoints);
  const own = taps.filter(({ organizationId }) => organizationId === quiet.organization.id);
  await stack.receiver.waitFor(own.length, { path: "/quiet" });
  const { arrivals } = await stack.receiver.take();
  await drain(stack);
  const deliveries = own.map((tap) => ({ ...tap, deliveryId: deliveryOf(tap, endpoint) }));
  const latenciesMs = latenciesOf(deliveries, arrivals);
  return { latenciesMs, lost: own.length - latenciesMs.length };
}

async function setLanes(stack: WebhookStack, noisy: WebhookCustomer[], lane: Lane): Promise<void> {
  for (const { id: endpointId, organizationId } of noisy.flatMap(({ endpoints }) => endpoints)) {
    const change = { set: { lane }, recovered: false };
    await stack.stores.endpoints.recordHealth({ organizationId, endpointId }, change);
  }
}

/** Deletes the messages that wait for the noisy endpoints, and lets hanging requests respond. */
async function drain(stack: WebhookStack): Promise<void> {
  const { SlowAttemptsQueue: QueueUrl } = stack.outputs;
  for (let round = 0; round < 2; round += 1) {
    await stack.clients.sqs.send(new PurgeQueueCommand({ QueueUrl }));
    await stack.receiver.behave({});
    await waitAndClearLogs(stack);
  }
}
