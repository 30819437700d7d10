import { benchmark, type Progress } from "../report/benchmark.ts";
import type { Figure } from "../report/figure.ts";
import type { WebhookCounts } from "../webhooks/delivery-counts.ts";
import { assumed, billFigures, billOf, lineFigure } from "../webhooks/dollars.ts";
import { listPrices, type Price, pricesAsOf } from "../webhooks/list-prices.ts";
import {
  allAtOnce,
  allRetries,
  oneByOne,
  shortSchedule,
  warmCustomers,
} from "../webhooks/phases.ts";
import { type WebhookStack, webhookFunctions, withWebhooks } from "../webhooks/webhook-stack.ts";

const shortResponse = 20;
/** As much as is kept of a response. */
const longResponse = 1_024;

/** So far apart that the retries of one do not meet those of another. */
const apart = { count: 15, perSecond: 3 };
const together = { count: 4 };

await benchmark("webhook-cost", (progress) =>
  withWebhooks((stack) => bills(stack, progress), {
    proxied: webhookFunctions,
    settings: shortSchedule,
  }),
);

async function bills(stack: WebhookStack, progress: Progress): Promise<Figure[]> {
  stack.proxy.asksForCapacity = true;
  progress("warming up …");
  const { one, ten } = await warmCustomers(stack);
  progress("first try …");
  const single = await oneByOne(stack, one);
  const inTens = await allAtOnce(stack, ten, 1_000);
  progress("five retries …");
  const short = await allRetries(stack, one, { ...apart, responseBytes: shortResponse });
  const shortInTens = await allRetries(stack, ten, { ...together, responseBytes: shortResponse });
  progress("five retries, long responses …");
  const long = await allRetries(stack, one, { ...apart, responseBytes: longResponse });
  const { receiverMs, dynamodbMs, sqsMs } = assumed;
  return [
    { figure: "list prices", measured: pricesAsOf },
    {
      figure: "assumed waits of a function",
      measured: `receiver ${receiverMs} ms, DynamoDB ${dynamodbMs} ms, SQS or Scheduler ${sqsMs} ms`,
    },
    ...billFigures(named("first try", single), billOf(single, 1)),
    ...billFigures(named("first try", inTens), billOf(inTens, 1)),
    ...billFigures(named("five retries", short), billOf(short, 6)),
    ...billFigures(named("five retries", shortInTens), billOf(shortInTens, 6)),
    ...billFigures(named("five retries, responses of 1 KB", long), billOf(long, 6)),
    ...monthly(),
  ];
}

function named(name: string, { arrivals, invocations }: WebhookCounts): string {
  return `${name}, batches of ${(arrivals.length / invocations.deliver).toFixed(1)}`;
}

/** Paid every month, whatever is delivered, and so not in the sums. */
function monthly(): Figure[] {
  const minutes = 30 * 24 * 60;
  // Lambda keeps five long polls of 20 s on each of the three queues.
  const emptyReceives = 3 * 5 * 3 * minutes;
  // An environment that is always busy asks once in five minutes.
  const decrypts = minutes / 5;
  const a = (what: string, amount: number, price: Price) =>
    lineFigure({ what: `a month: ${what}`, amount, price });
  return [
    a("empty receives", emptyReceives, listPrices.sqsRequest),
    a("KMS, per environment", decrypts, listPrices.kmsRequest),
    a("KMS key", 1, listPrices.kmsKey),
    a("metrics that deliver-webhook writes, but for errors", 8, listPrices.metric),
  ];
}
