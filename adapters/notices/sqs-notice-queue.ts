import { SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { NoticeMessage } from "../../core/notices/notice-message.ts";
import type { OutboxKey } from "../../core/notices/outbox.ts";

/** Queues messages that name an outbox, and say nothing of what is in it. */
export function sqsNoticeQueue(sqs: SQSClient, QueueUrl: string) {
  return async (key: OutboxKey, DelaySeconds = 0): Promise<void> => {
    const MessageBody = JSON.stringify(NoticeMessage.parse(key));
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, DelaySeconds }));
  };
}
