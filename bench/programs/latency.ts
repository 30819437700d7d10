import { tapThrough, warmHall } from "../alerts/hall-webhooks.ts";
import { benchmark, progress } from "../report/benchmark.ts";
import { atMost, type Figure, none } from "../report/figure.ts";
import { percentile } from "../report/statistics.ts";
import type { Tap } from "../service/tapper.ts";
import {
  createWebhookCustomer,
  deliveryOf,
  latenciesOf,
  onlyEndpoint,
  waitAndClearLogs,
  warmUp,
} from "../webhooks/webhook-customer.ts";
import { type WebhookStack, withWebhooks } from "../webhooks/webhook-stack.ts";

const webhookLoads = [
  { perSecond: 1, count: 20 },
  { perSecond: 50, count: 1_000 },
  { perSecond: 200, count: 2_000 },
];
const alertLoads = [
  { perSecond: 1, count: 40 },
  { perSecond: 50, count: 1_000 },
];

/** Enough that taps of one counter never meet at the highest rate. */
const counterCount = 40;

/** A firing passes one stream and one function more than an increment does. */
const mostTimes = 2.5;

await benchmark(() =>
  withWebhooks(async (stack) => [...(await webhooks(stack)), ...(await alerts(stack))]),
);

async function webhooks(stack: WebhookStack): Promise<Figure[]> {
  progress("warming up …");
  const customer = await createWebhookCustomer(stack, { counterCount, paths: ["/fast"] });
  await warmUp(stack, customer);
  const endpoint = onlyEndpoint(customer.endpoints);
  const figures: Figure[] = [];
  for (const load of webhookLoads) {
    progress(`webhooks of ${load.count} taps, ${load.perSecond} a second …`);
    const taps = await stack.tapper.tap({ counters: customer.counters, ...load });
    await stack.receiver.waitFor(load.count);
    const { arrivals } = await stack.receiver.take();
    await waitAndClearLogs(stack);
    const latencies = latenciesOf(
      taps.map((tap) => ({ ...tap, deliveryId: deliveryOf(tap, endpoint) })),
      arrivals,
    );
    const name = `webhooks at ${load.perSecond} a second`;
    figures.push(
      { name: `${name}: p50`, value: percentile(latencies, 0.5), unit: "ms" },
      {
        name: `${name}: p99`,
        value: percentile(latencies, 0.99),
        unit: "ms",
        detail: `worst ${ms(Math.max(...latencies))}; taps ${late(taps)}`,
      },
      lostFigure(name, load.count, load.count - latencies.length),
    );
  }
  return figures;
}

async function alerts(stack: WebhookStack): Promise<Figure[]> {
  progress("warming up …");
  const hall = await warmHall(stack);
  const figures: Figure[] = [];
  for (const load of alertLoads) {
    progress(`alerts of ${load.count} taps, ${load.perSecond} a second …`);
    const { taps, increments, firings } = await tapThrough(stack, hall, load);
    const { arrivals } = await stack.receiver.take();
    await waitAndClearLogs(stack);
    const ofIncrements = latenciesOf(increments, arrivals);
    const ofFirings = latenciesOf(firings, arrivals);
    const name = `alerts at ${load.perSecond} a second`;
    const expected = increments.length + firings.length;
    figures.push(
      {
        name: `${name}: p50 against the webhooks of the same taps`,
        ...atMost(percentile(ofFirings, 0.5) / percentile(ofIncrements, 0.5), mostTimes),
        unit: "×",
        detail: `${latencyText(ofFirings)} against ${latencyText(ofIncrements)}; taps ${late(taps)}`,
      },
      lostFigure(name, expected, expected - ofIncrements.length - ofFirings.length),
    );
  }
  return figures;
}

function lostFigure(name: string, expected: number, lost: number): Figure {
  return none(lost, { name: `${name}: lost`, unit: "events", detail: `of ${expected}` });
}

function latencyText(latencies: number[]): string {
  return `p50 ${ms(percentile(latencies, 0.5))}, p99 ${ms(percentile(latencies, 0.99))}`;
}

function ms(duration: number): string {
  return `${duration < 10 ? duration.toFixed(1) : duration.toFixed(0)} ms`;
}

function late(taps: Tap[]): string {
  const all = taps.map(({ lateMs }) => lateMs);
  return `99 % at most ${percentile(all, 0.99).toFixed(0)} ms late`;
}
