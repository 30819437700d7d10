import {
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import { messageInDeadLetter, messageText } from "../../core/webhooks/attempt-message.ts";
import type { DeadLetter, DeadLetterQueue } from "../../core/webhooks/redrive.ts";
import { batchSize } from "../aws/sqs-batch.ts";
import { removeMessages, showMessages } from "../aws/sqs-messages.ts";
import { sendAttempts } from "./sqs-attempt-queue.ts";

/** How long messages stay hidden when a run is interrupted. */
const hiddenSeconds = 120;
const peeks = 5;

/** The most that SQS takes in one call, all messages of a batch together. */
const maxBatchBytes = 1_048_576;

/**
 * The dead letters of a queue. They are moved one by one: StartMessageMoveTask would also move
 * messages that cannot be understood and come straight back.
 */
export function sqsDeadLetters(
  sqs: SQSClient,
  urls: { deadLetters: string; queue: string },
): DeadLetterQueue {
  const QueueUrl = urls.deadLetters;

  async function receive(VisibilityTimeout: number, WaitTimeSeconds: number) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: batchSize,
        VisibilityTimeout,
        WaitTimeSeconds,
        MessageSystemAttributeNames: ["SentTimestamp"],
      }),
    );
    return Messages.map(deadLetterOf);
  }

  const remove = (letters: DeadLetter[]) => removeMessages(sqs, QueueUrl, letters);

  return {
    async count() {
      const { Attributes = {} } = await sqs.send(
        new GetQueueAttributesCommand({
          QueueUrl,
          AttributeNames: ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"],
        }),
      );
      return Object.values(Attributes).reduce((sum, number) => sum + Number(number), 0);
    },

    async peek() {
      const seen = new Map<string, DeadLetter>();
      for (let i = 0; i < peeks; i += 1) {
        for (const letter of await receive(0, 0)) seen.set(letter.messageId, letter);
      }
      return [...seen.values()];
    },

    take: () => receive(hiddenSeconds, 1),

    async sendAgain(letters) {
      const unsent: DeadLetter[] = [];
      for (const batch of batchesThatFit(letters)) {
        const messages = batch.flatMap(({ message }) => message ?? []);
        const errors = await sendAttempts(sqs, urls.queue, messages);
        await remove(batch.filter((_, index) => !errors.has(index)));
        unsent.push(...batch.filter((_, index) => errors.has(index)));
      }
      return [...unsent, ...letters.filter((letter) => bytesOf(letter) > maxBatchBytes)];
    },

    remove,

    release: (letters) => showMessages(sqs, QueueUrl, letters),
  };
}

/** Our own messages are short; others may be as long as SQS takes. */
function batchesThatFit(letters: DeadLetter[]): DeadLetter[][] {
  const batches: DeadLetter[][] = [];
  let left = 0;
  for (const letter of letters) {
    const bytes = bytesOf(letter);
    if (bytes > maxBatchBytes) continue;
    if (bytes > left) {
      batches.push([]);
      left = maxBatchBytes;
    }
    batches.at(-1)?.push(letter);
    left -= bytes;
  }
  return batches;
}

/** As it is sent: characters that are escaped for it take more than they took before. */
function bytesOf({ message }: DeadLetter): number {
  return message === undefined ? 0 : Buffer.byteLength(messageText(message));
}

function deadLetterOf(received: Message): DeadLetter {
  const text = received.Body ?? "";
  return {
    messageId: received.MessageId ?? "",
    receiptHandle: received.ReceiptHandle ?? "",
    sentMs: Number(received.Attributes?.SentTimestamp),
    text,
    message: messageInDeadLetter(text),
  };
}
