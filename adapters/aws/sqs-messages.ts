import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import { batchSize, callWithBatch, type SqsBatchResult } from "./sqs-batch.ts";

/** A message that a function asks for itself, unlike those that invoke it. */
export interface ReceivedMessage {
  messageId: string;
  body: string;
  receiptHandle: string;
}

/** How long a call waits for messages, in seconds; the shortest that asks all of SQS's servers. */
const receiveWaitSeconds = 1;

/** Messages of one queue. What is not deleted is received again after its visibility timeout. */
export function sqsMessages(
  { receiving, sqs }: { receiving: SQSClient; sqs: SQSClient },
  QueueUrl: string,
) {
  return {
    async receive(maxMessages: number): Promise<ReceivedMessage[]> {
      const { Messages = [] } = await receiving.send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages: Math.min(maxMessages, batchSize),
          WaitTimeSeconds: receiveWaitSeconds,
        }),
      );
      return Messages.map(({ MessageId = "", Body = "", ReceiptHandle = "" }) => ({
        messageId: MessageId,
        body: Body,
        receiptHandle: ReceiptHandle,
      }));
    },

    remove: (messages: ReceivedMessage[]) => removeMessages(sqs, QueueUrl, messages),
  };
}

type Handle = Pick<ReceivedMessage, "receiptHandle">;

/** Deletes messages that were received from this queue. */
export async function removeMessages(
  sqs: SQSClient,
  QueueUrl: string,
  messages: Handle[],
): Promise<void> {
  await eachBatch(messages, (Entries) =>
    sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries })),
  );
}

/** Shows messages that were received from this queue again at once. */
export async function showMessages(
  sqs: SQSClient,
  QueueUrl: string,
  messages: Handle[],
): Promise<void> {
  await eachBatch(messages, (batch) => {
    const Entries = batch.map((entry) => ({ ...entry, VisibilityTimeout: 0 }));
    return sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }));
  });
}

interface BatchEntry {
  Id: string;
  ReceiptHandle: string;
}

/** Calls with ten messages at a time; throws if some go on failing. */
async function eachBatch(
  messages: Handle[],
  call: (entries: BatchEntry[]) => Promise<SqsBatchResult>,
): Promise<void> {
  for (let start = 0; start < messages.length; start += batchSize) {
    const entries = messages
      .slice(start, start + batchSize)
      .map(({ receiptHandle }, index) => ({ Id: String(index), ReceiptHandle: receiptHandle }));
    const errors = await callWithBatch(entries, call);
    // With a fault of the sender, its receipt has ended, and the message is shown or gone.
    const failure = [...errors.values()].find(({ $fault }) => $fault === "server");
    if (failure !== undefined) throw failure;
  }
}
