import { SendMessageBatchCommand, SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { type AttemptMessage, messageText } from "../../core/webhooks/attempt-message.ts";
import { deliveryKeyOf } from "../../core/webhooks/delivery-id.ts";
import type { OutgoingAttempt } from "../../core/webhooks/dispatch.ts";
import type { Lane } from "../../core/webhooks/endpoint-health.ts";

/** The most that SQS takes in one call; ten messages of at most 4 KB are far below its 1 MiB. */
export const batchSize = 10;

/** A hundred calls at once make each so slow that the SDK repeats some, and messages come twice. */
const callsAtOnce = 10;

/** Sends first messages to the queues of their lanes; returns those that SQS did not confirm. */
export function sqsAttemptQueue(sqs: SQSClient, queueUrls: Record<Lane, string>) {
  return async (attempts: OutgoingAttempt[]): Promise<OutgoingAttempt[]> => {
    const batches = [...Map.groupBy(attempts, ({ lane }) => lane)].flatMap(([lane, all]) =>
      chunks(all, batchSize).map((batch) => ({ queueUrl: queueUrls[lane], batch })),
    );
    const failed: OutgoingAttempt[] = [];
    for (const calls of chunks(batches, callsAtOnce)) {
      const results = await Promise.all(
        calls.map(async ({ queueUrl, batch }) => {
          const messages = batch.map(({ message }) => message);
          const sent = await sendAttempts(sqs, queueUrl, messages).catch(() => new Set<number>());
          return batch.filter((_, index) => !sent.has(index));
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

/** Sends up to ten messages; returns the positions of those that SQS accepted. */
export async function sendAttempts(
  sqs: SQSClient,
  queueUrl: string,
  messages: AttemptMessage[],
): Promise<Set<number>> {
  const Entries = messages.map((message, index) => ({ Id: `${index}`, ...queueEntry(message) }));
  const sending = new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries });
  // Entries fail one by one, also when the call succeeds.
  const { Successful = [] } = await sqs.send(sending);
  return new Set(Successful.map(({ Id }) => Number(Id)));
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
