import { pipelineMemory } from "../../lib/platform/service-function.ts";
import type { Usage } from "../costs/usage.ts";
import { unitsOf } from "../service/consumed-capacity.ts";
import { sqsRequests, type WebhookCounts } from "./delivery-counts.ts";

/** "At 1,769 MB, a function has the equivalent of one vCPU" ("Configure Lambda function memory"). */
const processorMegabytes = 1_769;

/** What the calculation takes for granted, because this machine cannot know it. */
export const assumed = {
  /** Until a receiver responds. */
  receiverMs: 100,
  /** Per round trip of a function. */
  dynamodbMs: 5,
  sqsMs: 10,
  /** What a function has of a processor. */
  processors: pipelineMemory / processorMegabytes,
  memoryGigabytes: pipelineMemory / 1_024,
  /** What DynamoDB adds to an item when it charges for storage. */
  itemBytes: 100,
};

/** What AWS charges for one delivery, from what some of them took; `attempts` is how many each needed. */
export function deliveryUsage(counts: WebhookCounts, attempts: number) {
  const { deliveries, capacity, invocations, sentBytes, logBytes, itemBytes, requests } = counts;
  const each = (sum: number) => sum / deliveries;
  const sqs = sqsRequests(counts);
  const messages = each(sqs.send + sqs.receive + sqs.delete);
  const { dispatch, deliver } = gigabyteSecondsOf(counts, attempts);
  const usage: Usage = {
    dynamodbWrite: each(unitsOf(capacity, "write")),
    dynamodbRead: each(unitsOf(capacity, "read")),
    // Kept for 30 days.
    dynamodbStorage: itemBytes + assumed.itemBytes,
    sqsRequest: messages,
    sqsFairRequest: messages,
    schedulerInvocation: each(requests.CreateSchedule ?? 0),
    lambdaRequest: each(invocations.dispatch + invocations.deliver),
    lambdaDuration: dispatch + deliver,
    logsIngestion: each(logBytes),
    transferOut: each(sentBytes),
  };
  const [dispatching, delivering] = [dispatch, deliver].map((one) => one.toPrecision(2));
  const detail = `GB-seconds: dispatch-events ${dispatching}, deliver-webhook ${delivering}`;
  return { usage, detail };
}

/**
 * Time that Lambda bills: measured CPU time on the share of a processor that the function has, and
 * assumed waits. All messages of an invocation wait at the same time.
 */
function gigabyteSecondsOf(counts: WebhookCounts, attempts: number) {
  const { deliveries, cpuMs, invocations } = counts;
  const { receiverMs, dynamodbMs, sqsMs, processors, memoryGigabytes } = assumed;
  // A first attempt reads, sends and writes; a retry claims in between; each but the last sends on.
  const retries = attempts - 1;
  const waitsMs = receiverMs + 2 * dynamodbMs + (retries * (dynamodbMs + sqsMs)) / attempts;
  const billed = (cpu: number, waitMs: number) =>
    ((cpu / processors + waitMs) / deliveries / 1_000) * memoryGigabytes;
  return {
    dispatch: billed(cpuMs.dispatch, invocations.dispatch * (dynamodbMs + sqsMs)),
    deliver: billed(cpuMs.deliver, invocations.deliver * waitsMs),
  };
}
