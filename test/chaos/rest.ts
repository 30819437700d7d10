import { setTimeout as delay } from "node:timers/promises";
import { ListObjectsV2Command } from "@aws-sdk/client-s3";
import { GetQueueAttributesCommand } from "@aws-sdk/client-sqs";
import { visibilitySeconds } from "../../lib/webhooks/redelivery.ts";
import type { ExpectedDelivery } from "./course.ts";
import { recordedDeliveries } from "./expected-state.ts";
import { patientLook } from "./patient-look.ts";
import type { RunningStack } from "./stack-process.ts";

export interface RestOptions {
  expected: ExpectedDelivery[];
  stopping: AbortSignal;
  say(text: string): void;
}

/** Messages come again a few times at the worst, and may find a backlog. */
const longestMs = 20 * visibilitySeconds * 1_000;
const lookEveryMs = 5_000;
/** The longest wait for a retry here, which a schedule may hold, and some. */
const quietMs = 20_000;

/**
 * Waits until every delivery is final and nothing is on its way, and stays so for a while; or until
 * nothing has been on its way for longer than any retry waits, which leaves the rest lost.
 */
export async function untilRest(stack: RunningStack, options: RestOptions): Promise<void> {
  const { expected, stopping, say } = options;
  const deadlineMs = Date.now() + longestMs;
  let quietSinceMs = Date.now();
  while (Date.now() < deadlineMs && !stopping.aborted) {
    const messages = await patientLook(() => messagesOnTheirWay(stack));
    const records = await patientLook(() => recordedDeliveries(stack));
    const unfinished = expected.filter(({ deliveryId }) => {
      const state = records.get(deliveryId)?.state;
      return state === undefined || state === "retry_scheduled";
    }).length;
    say(`${unfinished} deliveries unfinished, ${messages} messages on their way`);
    if (messages > 0) quietSinceMs = Date.now();
    if (Date.now() - quietSinceMs > quietMs) return;
    await delay(lookEveryMs, undefined, { signal: stopping }).catch(() => {});
  }
}

async function messagesOnTheirWay(stack: RunningStack): Promise<number> {
  const { FirstAttemptsQueue, RetriesQueue, SlowAttemptsQueue } = stack.outputs;
  const queues = [FirstAttemptsQueue, RetriesQueue, SlowAttemptsQueue];
  const counts = await Promise.all(queues.map((queue) => messagesIn(stack, queue)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** What the pipeline gave up: dead letters by queue, and objects with stream records. */
export async function givenUp(
  stack: RunningStack,
): Promise<{ deadLetters: number; failedRecords: number }> {
  const { outputs, clients } = stack;
  const queues = [
    outputs.FirstAttemptsDeadLetters,
    outputs.RetriesDeadLetters,
    outputs.SlowAttemptsDeadLetters,
  ];
  const counts = await Promise.all(queues.map((queue) => messagesIn(stack, queue)));
  const buckets = [outputs.FailedRecordsBucket, outputs.FailedEvaluationsBucket];
  const objects = await Promise.all(
    buckets.map(async (Bucket) => {
      const { KeyCount = 0 } = await clients.s3.send(new ListObjectsV2Command({ Bucket }));
      return KeyCount;
    }),
  );
  const sumOf = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0);
  return { deadLetters: sumOf(counts), failedRecords: sumOf(objects) };
}

/** Waiting, delayed and being worked on. */
async function messagesIn({ clients }: RunningStack, QueueUrl: string): Promise<number> {
  const { Attributes = {} } = await clients.sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl,
      AttributeNames: [
        "ApproximateNumberOfMessages",
        "ApproximateNumberOfMessagesDelayed",
        "ApproximateNumberOfMessagesNotVisible",
      ],
    }),
  );
  return Object.values(Attributes).reduce((sum, count) => sum + Number(count), 0);
}
