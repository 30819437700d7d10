import {
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";

/** A message as a function receives it by itself, beside those that invoke it. */
export interface ReceivedMessage {
  messageId: string;
  body: string;
  receiptHandle: string;
}

/** How long a call waits for messages, in seconds; the shortest that asks all of SQS's servers. */
const receiveWaitSeconds = 1;

/** The most messages that SQS takes or returns in one call. */
export const batchSize = 10;

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
  for (let start = 0; start < messages.length; start += batchSize) {
    const Entries = messages.slice(start, start + batchSize).map(batchEntry);
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
  }
}

/** A message in a call for several. */
export function batchEntry({ receiptHandle }: Handle, index: number) {
  return { Id: String(index), ReceiptHandle: receiptHandle };
}
