import { benchmark, progress } from "../report/benchmark.ts";
import { atMost, type Figure, none } from "../report/figure.ts";
import { percentile } from "../report/statistics.ts";
import type { WebhookCounts } from "../webhooks/delivery-counts.ts";
import { allAtOnce, oneByOne, warmCustomers } from "../webhooks/phases.ts";
import { deliveryOf, type WebhookCustomer } from "../webhooks/webhook-customer.ts";
import { type WebhookStack, withWebhooks } from "../webhooks/webhook-stack.ts";

const backlog = 4_000;

/** Of both functions, for a delivery. */
const mostCpuMs = { inTens: 1.2, alone: 5 };

const inTens = "10 endpoints, many at once";
const alone = "one at a time";

await benchmark(() => withWebhooks((stack) => speed(stack)));

/** How many in a second, and the CPU time of each. */
async function speed(stack: WebhookStack): Promise<Figure[]> {
  progress("warming up …");
  const { one, ten } = await warmCustomers(stack);
  progress(`${backlog} deliveries at once …`);
  const saturated = await allAtOnce(stack, ten, backlog);
  progress("one at a time …");
  const single = await oneByOne(stack, one);
  return [
    { name: `${inTens}: deliveries`, value: rate(saturated), unit: "deliveries/s" },
    accountFigure(saturated, ten),
    perDelivery(inTens, saturated, mostCpuMs.inTens),
    perDelivery(alone, single, mostCpuMs.alone),
  ];
}

/** Between the first and the last tenth, where the pipeline neither fills nor drains. */
function rate({ arrivals }: WebhookCounts): number {
  const times = arrivals.map(({ atMs }) => atMs);
  const seconds = (percentile(times, 0.9) - percentile(times, 0.1)) / 1_000;
  return (0.8 * arrivals.length) / seconds;
}

function accountFigure(
  { arrivals, taps, messages }: WebhookCounts,
  { endpoints }: WebhookCustomer,
): Figure {
  const expected = taps.flatMap((tap) => endpoints.map((endpoint) => deliveryOf(tap, endpoint)));
  const came = new Set(arrivals.map(({ deliveryId }) => deliveryId));
  const lost = expected.filter((id) => !came.has(id)).length;
  const doubled = arrivals.length - came.size;
  return none(lost, {
    name: `${inTens}: lost`,
    unit: "deliveries",
    // A call whose response is late is repeated, and the message then comes twice (contract §6).
    detail: `of ${expected.length}; sent twice: ${doubled}; messages: ${messages}`,
  });
}

function perDelivery(name: string, { deliveries, cpuMs }: WebhookCounts, mostCpu: number): Figure {
  const each = (sum: number) => sum / deliveries;
  return {
    name: `${name}: CPU time of a delivery`,
    ...atMost(each(cpuMs.dispatch + cpuMs.deliver), mostCpu),
    unit: "ms",
    detail: `dispatch-events ${each(cpuMs.dispatch).toFixed(2)}, deliver-webhook ${each(cpuMs.deliver).toFixed(2)}`,
  };
}
