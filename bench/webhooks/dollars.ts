import { pipelineMemory } from "../../lib/platform/service-function.ts";
import type { Figure } from "../report/figure.ts";
import { sqsRequests, unitsPerDelivery, type WebhookCounts } from "./delivery-counts.ts";
import { listPrices, type Price } from "./list-prices.ts";

/** What the calculation takes for granted, because this machine cannot know it. */
export const assumed = {
  /** Until a receiver responds. */
  receiverMs: 100,
  /** Per round trip of a function. */
  dynamodbMs: 5,
  sqsMs: 10,
  /** What a function has of a processor: 1,769 MB are one. */
  processors: pipelineMemory / 1_769,
  memoryGigabytes: pipelineMemory / 1_024,
  /** What CloudWatch Logs adds to a line. */
  lineBytes: 26,
  /** What DynamoDB adds to an item when it charges for storage. */
  itemBytes: 100,
};

/** One line of a bill. */
export interface Line {
  what: string;
  amount: number;
  price: Price;
}

/** What one delivery costs, from what some of them took; `attempts` is how many each needed. */
export function billOf(counts: WebhookCounts, attempts: number): Line[] {
  const { deliveries, invocations, sentBytes, log, itemBytes, requests } = counts;
  const each = (sum: number) => sum / deliveries;
  const sqs = sqsRequests(counts);
  const scheduled = each(requests.CreateSchedule ?? 0);
  const seconds = secondsOf(counts, attempts);
  const logBytes = log.bytes + log.lines * assumed.lineBytes;
  const messages = each(sqs.send + sqs.receive + sqs.delete);
  const gigabytes = assumed.memoryGigabytes;
  return [
    line("DynamoDB writes", unitsPerDelivery(counts, "write"), listPrices.dynamodbWrite),
    line("DynamoDB reads", unitsPerDelivery(counts, "read"), listPrices.dynamodbRead),
    line("kept for 30 days", itemBytes + assumed.itemBytes, listPrices.dynamodbStorage),
    line("SQS", messages, listPrices.sqsRequest),
    line("SQS, fair between endpoints", messages, listPrices.sqsFairRequest),
    line("Scheduler", scheduled, listPrices.schedulerInvocation),
    line(
      "Lambda requests",
      each(invocations.dispatch + invocations.deliver),
      listPrices.lambdaRequest,
    ),
    line("dispatch-events", seconds.dispatch * gigabytes, listPrices.lambdaDuration),
    line("deliver-webhook", seconds.deliver * gigabytes, listPrices.lambdaDuration),
    line("logs", each(logBytes), listPrices.logsIngestion),
    line("sent to the receiver", each(sentBytes), listPrices.transferOut),
  ].filter(({ amount }) => amount > 0);
}

/**
 * Time that Lambda bills: measured CPU time on the share of a processor that the function has, and
 * assumed waits. All messages of an invocation wait at the same time.
 */
function secondsOf(counts: WebhookCounts, attempts: number) {
  const { deliveries, cpuMs, invocations } = counts;
  const { receiverMs, dynamodbMs, sqsMs, processors } = assumed;
  // A first attempt reads, sends and writes; a retry claims in between; each but the last sends on.
  const retries = attempts - 1;
  const waitsMs = receiverMs + 2 * dynamodbMs + (retries * (dynamodbMs + sqsMs)) / attempts;
  const seconds = (cpu: number, waitMs: number) => (cpu / processors + waitMs) / deliveries / 1_000;
  return {
    dispatch: seconds(cpuMs.dispatch, invocations.dispatch * (dynamodbMs + sqsMs)),
    deliver: seconds(cpuMs.deliver, invocations.deliver * waitsMs),
  };
}

export function line(what: string, amount: number, price: Price): Line {
  return { what, amount, price };
}

/** The lines of a bill for a million deliveries, or others, and their sum, with the calculation. */
export function billFigures(name: string, bill: Line[], of = "deliveries"): Figure[] {
  const million = bill.map((one) => ({
    ...one,
    what: `${name}: ${one.what}`,
    amount: one.amount * 1e6,
  }));
  const sum = sumOf(million);
  return [
    ...million.map(lineFigure),
    { figure: `${name}: a million ${of}`, measured: `$${sum.toFixed(2)}` },
  ];
}

/** `2,000,000 SQS requests × $0.4 per 1,000,000 = $0.80` */
export function lineFigure(one: Line): Figure {
  const { what: figure, amount, price } = one;
  const [count, per] = [amount, price.per].map((number) =>
    number.toLocaleString("en-US", { maximumSignificantDigits: 4 }),
  );
  const measured = `${count} ${price.unit} × $${price.dollars} per ${per} = $${dollars(one).toFixed(2)}`;
  return { figure, measured };
}

export function dollars({ amount, price }: Line): number {
  return (amount * price.dollars) / price.per;
}

export function sumOf(bill: Line[]): number {
  return bill.reduce((sum, one) => sum + dollars(one), 0);
}
