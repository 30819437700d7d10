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

/** The most messages in one call. */
const batchSize = 10;

/** Messages of one queue. What is not deleted is received again after its visibility timeout. */
export function sqsMessages(
  { receiving, sqs }: { receiving: SQSClient; sqs: SQSClient },
  QueueUrl: string,
) {
  return {
    async receive(most: number): Promise<ReceivedMessage[]> {
      const { Messages = [] } = await receiving.send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages: Math.min(most, batchSize),
          WaitTimeSeconds: receiveWaitSeconds,
        }),
      );
      return Messages.map(({ MessageId = "", Body = "", ReceiptHandle = "" }) => ({
        messageId: MessageId,
        body: Body,
        receiptHandle: ReceiptHandle,
      }));
    },

    async remove(messages: ReceivedMessage[]): Promise<void> {
      for (let start = 0; start < messages.length; start += batchSize) {
        const Entries = messages
          .slice(start, start + batchSize)
          .map(({ receiptHandle }, index) => ({ Id: `${index}`, ReceiptHandle: receiptHandle }));
        await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
      }
    },
  };
}
