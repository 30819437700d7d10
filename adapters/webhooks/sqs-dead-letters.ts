import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import { AttemptMessage } from "../../core/webhooks/delivery.ts";
import { messageGroup } from "./sqs-attempt-queue.ts";

/** A message in a dead-letter queue; `message` is missing where the text is none. */
export interface DeadLetter {
  messageId: string;
  receiptHandle: string;
  /** When it was put into the queue that gave it up. */
  sentMs: number;
  body: string;
  message: AttemptMessage | undefined;
}

export type DeadLetters = ReturnType<typeof sqsDeadLetters>;

// What a run that breaks off keeps from the next run for this long; renewed by nothing.
const hiddenSeconds = 120;
/** As many as SQS gives and takes in one call. */
const batchSize = 10;
const peeks = 5;

/**
 * The dead letters of a queue. They are moved by hand: StartMessageMoveTask would move those as
 * well that cannot be understood and come straight back.
 */
export function sqsDeadLetters(sqs: SQSClient, urls: { deadLetters: string; queue: string }) {
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

  async function remove(letters: DeadLetter[]): Promise<void> {
    if (letters.length === 0) return;
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries: letters.map(entry) }));
  }

  return {
    /** Approximately, as SQS has it; those that are hidden for a moment included. */
    async count(): Promise<number> {
      const { Attributes = {} } = await sqs.send(
        new GetQueueAttributesCommand({
          QueueUrl,
          AttributeNames: ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"],
        }),
      );
      return Object.values(Attributes).reduce((sum, number) => sum + Number(number), 0);
    },

    /** Some of them, hidden from nobody. */
    async peek(): Promise<DeadLetter[]> {
      const seen = new Map<string, DeadLetter>();
      for (let i = 0; i < peeks; i += 1) {
        for (const letter of await receive(0, 0)) seen.set(letter.messageId, letter);
      }
      return [...seen.values()];
    },

    /** The next few, kept from others meanwhile; none when there are no more. */
    take: () => receive(hiddenSeconds, 1),

    /** Sends them to the queue they came from, then deletes them; gives those it did not take. */
    async sendAgain(letters: DeadLetter[]): Promise<DeadLetter[]> {
      if (letters.length === 0) return [];
      const { Successful = [] } = await sqs.send(
        new SendMessageBatchCommand({
          QueueUrl: urls.queue,
          Entries: letters.map(({ body, message }, index) => ({
            Id: String(index),
            MessageBody: body,
            ...(message && messageGroup(message)),
          })),
        }),
      );
      const sent = new Set(Successful.map(({ Id }) => Id));
      await remove(letters.filter((_, index) => sent.has(String(index))));
      return letters.filter((_, index) => !sent.has(String(index)));
    },

    remove,

    /** Shows them to others again at once. */
    async release(letters: DeadLetter[]): Promise<void> {
      for (let start = 0; start < letters.length; start += batchSize) {
        const Entries = letters.slice(start, start + batchSize).map((letter, index) => ({
          ...entry(letter, index),
          VisibilityTimeout: 0,
        }));
        await sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }));
      }
    },
  };
}

function entry({ receiptHandle }: DeadLetter, index: number) {
  return { Id: String(index), ReceiptHandle: receiptHandle };
}

function deadLetterOf(received: Message): DeadLetter {
  const body = received.Body ?? "";
  return {
    messageId: received.MessageId ?? "",
    receiptHandle: received.ReceiptHandle ?? "",
    sentMs: Number(received.Attributes?.SentTimestamp),
    body,
    message: attemptMessage(body),
  };
}

function attemptMessage(body: string): AttemptMessage | undefined {
  try {
    return AttemptMessage.parse(JSON.parse(body));
  } catch {
    return undefined;
  }
}
