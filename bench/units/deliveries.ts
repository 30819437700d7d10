import { usageFigures } from "../costs/usage.ts";
import { progress } from "../report/benchmark.ts";
import { atMost, type Figure } from "../report/figure.ts";
import type { WebhookCounts } from "../webhooks/delivery-counts.ts";
import { deliveryUsage } from "../webhooks/delivery-usage.ts";
import {
  allAtOnce,
  allRetries,
  oneByOne,
  shortSchedule,
  warmCustomers,
} from "../webhooks/phases.ts";
import { withWebhooks } from "../webhooks/webhook-stack.ts";

const shortResponse = 20;
/** As much as is kept of a response. */
const longResponse = 1_024;

/** Far enough apart that their retries do not overlap. */
const apart = { count: 15, perSecond: 3 };
const together = { count: 4 };

/** What a delivery takes at its first attempt, and with all retries. */
export function deliveryFigures(): Promise<Figure[]> {
  return withWebhooks(
    async (stack) => {
      progress("deliveries: warming up …");
      stack.proxy.asksForCapacity = true;
      const { one, ten } = await warmCustomers(stack);
      progress("first try …");
      const single = await oneByOne(stack, one);
      const inTens = await allAtOnce(stack, ten, 1_000);
      progress("five retries …");
      const short = await allRetries(stack, one, { ...apart, responseBytes: shortResponse });
      const shortInTens = await allRetries(stack, ten, {
        ...together,
        responseBytes: shortResponse,
      });
      progress("five retries, long responses …");
      const long = await allRetries(stack, one, { ...apart, responseBytes: longResponse });
      return [
        ...figuresOf("first try, alone", single, 1).map(oneWrite),
        ...figuresOf("first try, in tens", inTens, 1).map(oneWrite),
        ...figuresOf("five retries, alone", short, 6),
        ...figuresOf("five retries, in tens", shortInTens, 6),
        ...figuresOf("five retries, responses of 1 KB", long, 6),
      ];
    },
    { proxied: ["dispatch-events", "deliver-webhook"], settings: shortSchedule },
  );
}

/** A success at the first attempt costs one write, and now and then one for the endpoint's health. */
function oneWrite(figure: Figure): Figure {
  return figure.unit === "WCU" ? { ...figure, ...atMost(figure.value, 1.05) } : figure;
}

function figuresOf(name: string, counts: WebhookCounts, attempts: number): Figure[] {
  const batch = counts.arrivals.length / counts.invocations.deliver;
  return [
    { name: `${name}: batch`, value: batch, unit: "messages" },
    ...usageFigures(name, deliveryUsage(counts, attempts)),
  ];
}
