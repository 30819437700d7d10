import { SendMessageBatchCommand, SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { allInOrder } from "../../core/all-in-order.ts";
import type { FailedItem } from "../../core/failed-records.ts";
import { type AttemptMessage, messageText } from "../../core/webhooks/attempt-message.ts";
import { deliveryKeyOf } from "../../core/webhooks/delivery-id.ts";
import type { OutgoingAttempt } from "../../core/webhooks/dispatch.ts";
import type { Lane } from "../../core/webhooks/endpoint-health.ts";
import { batchSize, callWithBatch } from "../aws/sqs-batch.ts";

/** A hundred calls at once make each so slow that the SDK repeats some, and messages come twice. */
const callsAtOnce = 10;

/** Sends first messages to the queues of their lanes; returns those that SQS did not confirm. */
export function sqsAttemptQueue(sqs: SQSClient, queueUrls: Record<Lane, string>) {
  return async (attempts: OutgoingAttempt[]): Promise<FailedItem<OutgoingAttempt>[]> => {
    const batches = [...Map.groupBy(attempts, ({ lane }) => lane)].flatMap(([lane, all]) =>
      // Ten messages of at most 4 KB are far below the 1 MiB that SQS takes in one call.
      chunks(all, batchSize).map((batch) => ({ queueUrl: queueUrls[lane], batch })),
    );
    const failed: FailedItem<OutgoingAttempt>[] = [];
    for (const calls of chunks(batches, callsAtOnce)) {
      const results = await allInOrder(
        calls.map(async ({ queueUrl, batch }) => {
          const messages = batch.map(({ message }) => message);
          try {
            const errors = await sendAttempts(sqs, queueUrl, messages);
            return [...errors].flatMap(([index, cause]) => failedItem(batch[index], cause));
          } catch (cause) {
            return batch.map((item) => ({ item, cause }));
          }
        }),
      );
      failed.push(...results.flat());
    }
    return failed;
  };
}

/** Sends one message, after a delay of at most 900 s. */
export async function sendAttempt(
  sqs: SQSClient,
  queueUrl: string,
  { message, delaySeconds = 0 }: { message: AttemptMessage; delaySeconds?: number },
): Promise<void> {
  const entry = { ...queueEntry(message), DelaySeconds: delaySeconds };
  await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, ...entry }));
}

function failedItem<Item>(item: Item | undefined, cause: unknown): FailedItem<Item>[] {
  return item === undefined ? [] : [{ item, cause }];
}

/** Sends up to ten messages; returns the errors of those that SQS did not accept, by position. */
export async function sendAttempts(
  sqs: SQSClient,
  QueueUrl: string,
  messages: AttemptMessage[],
): Promise<Map<number, Error>> {
  const entries = messages.map((message, index) => ({ Id: `${index}`, ...queueEntry(message) }));
  const errors = await callWithBatch(entries, (Entries) =>
    sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries })),
  );
  return new Map([...errors].map(([Id, error]) => [Number(Id), error]));
}

/** An attempt as an entry of a queue; its message group keeps a queue fair between endpoints. */
function queueEntry(message: AttemptMessage) {
  const endpointId = deliveryKeyOf(message.deliveryId)?.endpointId;
  return {
    MessageBody: messageText(message),
    ...(endpointId !== undefined && { MessageGroupId: endpointId }),
  };
}

function chunks<Thing>(things: Thing[], size: number): Thing[][] {
  const count = Math.ceil(things.length / size);
  return Array.from({ length: count }, (_, i) => things.slice(i * size, (i + 1) * size));
}
