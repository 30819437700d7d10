import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  type SQSClient,
  type SQSServiceException,
} from "@aws-sdk/client-sqs";
import { systemClock } from "../system-clock.ts";
import { batchSize, callWithBatch, type SqsBatchResult } from "./sqs-batch.ts";

/** A message that a function asks for itself, unlike those that invoke it. */
export interface ReceivedMessage {
  messageId: string;
  body: string;
  receiptHandle: string;
  /** Since when it is hidden, at the earliest; in milliseconds since the epoch. */
  hiddenSinceMs: number;
}

/** How long a call waits for messages, in seconds; the shortest that asks all of SQS's servers. */
export const receiveWaitSeconds = 1;

/** Messages of one queue. What is not deleted is received again after its visibility timeout. */
export function sqsMessages(
  { receiving, sqs }: { receiving: SQSClient; sqs: SQSClient },
  QueueUrl: string,
) {
  return {
    /** Without `mayWait` it asks only some of SQS's servers, and can miss messages. */
    async receive(maxMessages: number, mayWait = true): Promise<ReceivedMessage[]> {
      const hiddenSinceMs = systemClock.now();
      const { Messages = [] } = await receiving.send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages: Math.min(maxMessages, batchSize),
          WaitTimeSeconds: mayWait ? receiveWaitSeconds : 0,
        }),
      );
      return Messages.map(({ MessageId = "", Body = "", ReceiptHandle = "" }) => ({
        messageId: MessageId,
        body: Body,
        receiptHandle: ReceiptHandle,
        hiddenSinceMs,
      }));
    },

    remove: (messages: ReceivedMessage[]) => removeMessages(sqs, QueueUrl, messages),

    /** Hides messages for so long from now on. Throws when one is visible again already. */
    async hide(messages: Handle[], seconds: number): Promise<void> {
      const [failure] = await changeVisibility({ sqs, QueueUrl }, messages, seconds);
      if (failure !== undefined) throw failure;
    },
  };
}

/**
 * Since when a message is hidden, at the earliest: each earlier reception hid it for the queue's
 * visibility timeout. In milliseconds since the epoch.
 */
export function hiddenSinceMs(
  attributes: { ApproximateFirstReceiveTimestamp: string; ApproximateReceiveCount: string },
  visibilityMs: number,
): number {
  const timesBefore = Number(attributes.ApproximateReceiveCount) - 1;
  return Number(attributes.ApproximateFirstReceiveTimestamp) + timesBefore * visibilityMs;
}

type Handle = Pick<ReceivedMessage, "receiptHandle">;

/** Deletes messages that were received from this queue. */
export async function removeMessages(
  sqs: SQSClient,
  QueueUrl: string,
  messages: Handle[],
): Promise<void> {
  const errors = await eachBatch(messages, (Entries) =>
    sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries })),
  );
  throwFaultOfServer(errors);
}

/** Shows messages that were received from this queue again at once. */
export async function showMessages(
  sqs: SQSClient,
  QueueUrl: string,
  messages: Handle[],
): Promise<void> {
  throwFaultOfServer(await changeVisibility({ sqs, QueueUrl }, messages, 0));
}

function changeVisibility(
  { sqs, QueueUrl }: { sqs: SQSClient; QueueUrl: string },
  messages: Handle[],
  VisibilityTimeout: number,
): Promise<SQSServiceException[]> {
  return eachBatch(messages, (batch) => {
    const Entries = batch.map((entry) => ({ ...entry, VisibilityTimeout }));
    return sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }));
  });
}

/** With a fault of the sender, a message's receipt has ended, and the message is shown or gone. */
function throwFaultOfServer(errors: SQSServiceException[]): void {
  const failure = errors.find(({ $fault }) => $fault === "server");
  if (failure !== undefined) throw failure;
}

interface BatchEntry {
  Id: string;
  ReceiptHandle: string;
}

/** Calls with ten messages at a time; returns the errors of those that go on failing. */
async function eachBatch(
  messages: Handle[],
  call: (entries: BatchEntry[]) => Promise<SqsBatchResult>,
): Promise<SQSServiceException[]> {
  const errors: SQSServiceException[] = [];
  for (let start = 0; start < messages.length; start += batchSize) {
    const entries = messages
      .slice(start, start + batchSize)
      .map(({ receiptHandle }, index) => ({ Id: String(index), ReceiptHandle: receiptHandle }));
    errors.push(...(await callWithBatch(entries, call)).values());
  }
  return errors;
}
