import { SendMessageBatchCommand, type SQSClient } from "@aws-sdk/client-sqs";
import type { AttemptMessage } from "../../core/webhooks/delivery.ts";
import { deliveryKeyOf } from "../../core/webhooks/delivery-id.ts";
import type { OutgoingAttempt } from "../../core/webhooks/dispatch.ts";
import type { Lane } from "../../core/webhooks/endpoint-health.ts";
import { messageText } from "../../core/webhooks/message-text.ts";

/** The queue of each lane for first attempts. */
export type LaneQueues = Record<Lane, string>;

// The most that SQS takes in one call; ten messages of at most 4 KB are far below its 1 MiB.
const batchSize = 10;

/** A hundred calls at once make each so slow that the SDK repeats some, and messages come twice. */
const callsAtOnce = 10;

/** Sends first messages, up to ten in a call; gives those that the queue did not take for sure. */
export function sqsAttemptQueue(sqs: SQSClient, queues: LaneQueues) {
  return async (attempts: OutgoingAttempt[]): Promise<OutgoingAttempt[]> => {
    const batches = [...Map.groupBy(attempts, ({ lane }) => lane)].flatMap(([lane, all]) =>
      chunks(all, batchSize).map((batch) => ({ queueUrl: queues[lane], batch })),
    );
    const failed: OutgoingAttempt[] = [];
    for (const calls of chunks(batches, callsAtOnce)) {
      const results = await Promise.all(calls.map((call) => sendBatch(sqs, call)));
      failed.push(...results.flat());
    }
    return failed;
  };
}

/** Names the endpoint, so that a queue can be fair between endpoints. */
export function messageGroup(message: AttemptMessage) {
  const endpointId = deliveryKeyOf(message.deliveryId)?.endpointId;
  return endpointId === undefined ? {} : { MessageGroupId: endpointId };
}

async function sendBatch(
  sqs: SQSClient,
  { queueUrl, batch }: { queueUrl: string; batch: OutgoingAttempt[] },
): Promise<OutgoingAttempt[]> {
  const sending = sqs.send(
    new SendMessageBatchCommand({
      QueueUrl: queueUrl,
      Entries: batch.map(({ message }, index) => ({
        Id: String(index),
        MessageBody: messageText(message),
        ...messageGroup(message),
      })),
    }),
  );
  // Entries fail one by one, also when the call succeeds.
  const sent = await sending.then(
    ({ Successful = [] }) => new Set(Successful.map(({ Id }) => Id)),
    () => new Set<string | undefined>(),
  );
  return batch.filter((_, index) => !sent.has(String(index)));
}

function chunks<Thing>(things: Thing[], size: number): Thing[][] {
  const count = Math.ceil(things.length / size);
  return Array.from({ length: count }, (_, i) => things.slice(i * size, (i + 1) * size));
}
