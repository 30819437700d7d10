import { benchmark, type Progress } from "../report/benchmark.ts";
import { exactly, type Figure } from "../report/figure.ts";
import { ms, stageFigures } from "../report/stages.ts";
import { percentile } from "../report/statistics.ts";
import { observe, onlyEndpoint, stages, tracesOf } from "../webhooks/trace.ts";
import {
  createWebhookCustomer,
  deliveryOf,
  type WebhookCustomer,
  warmUp,
} from "../webhooks/webhook-customer.ts";
import { type WebhookStack, withWebhooks } from "../webhooks/webhook-stack.ts";

/** Enough that taps of one counter never meet at the highest rate. */
const counterCount = 40;

const loads = [
  { perSecond: 1, count: 20 },
  { perSecond: 50, count: 1_000 },
  { perSecond: 200, count: 2_000 },
];

await benchmark("webhook-latency", (progress) =>
  withWebhooks(async (stack) => {
    const customer = await createWebhookCustomer(stack, { counterCount, paths: ["/fast"] });
    progress("warming up …");
    await warmUp(stack, customer);
    const figures: Figure[] = [];
    for (const load of loads) figures.push(...(await measure(stack, customer, load, progress)));
    return figures;
  }),
);

type Load = (typeof loads)[number];

async function measure(
  stack: WebhookStack,
  customer: WebhookCustomer,
  { perSecond, count }: Load,
  progress: Progress,
): Promise<Figure[]> {
  progress(`${count} taps, ${perSecond} a second …`);
  const startedMs = performance.now();
  const { counters } = customer;
  const taps = await stack.tapper.tap({ counters, count, perSecond });
  const seconds = (performance.now() - startedMs) / 1_000;
  await stack.receiver.waitFor(count);
  const observed = await observe(stack, customer);
  const traces = tracesOf(observed, customer, taps);
  // A function that waits receives messages by itself, and their traces are not complete.
  const endpoint = onlyEndpoint(customer.endpoints);
  const lost = taps.filter((tap) => !observed.received.has(deliveryOf(tap, endpoint))).length;
  const latencies = traces.map((trace) => trace.received - trace.committed);
  const late = percentile(
    taps.map(({ lateMs }) => lateMs),
    0.99,
  );
  const achieved = (count / seconds).toFixed(0);
  const load = `${achieved} taps/s made, 99 % of them at most ${late.toFixed(0)} ms late`;
  const name = `at ${perSecond} a second`;
  const shown = {
    unit: "ms",
    chart: "From a committed count to its webhook",
    ...(perSecond === 50 && { headline: true as const }),
  };
  return [
    {
      name: `${name}: p50`,
      value: percentile(latencies, 0.5),
      ...shown,
    },
    {
      name: `${name}: p99`,
      value: percentile(latencies, 0.99),
      detail: `worst ${ms(Math.max(...latencies))}; ${load}`,
      ...shown,
    },
    ...stageFigures(name, stages, traces),
    {
      name: `${name}: lost`,
      ...exactly(lost, 0),
      unit: "events",
      detail: `of ${count}`,
      ...(perSecond === 200 && { headline: true as const }),
    },
  ];
}
