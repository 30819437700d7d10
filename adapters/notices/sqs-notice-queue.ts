import { SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import type { InvitationMessage } from "../../core/notices/invitation-mail.ts";
import { NoticeMessage } from "../../core/notices/notice-message.ts";
import type { OutboxKey } from "../../core/notices/outbox.ts";
import type { ResumptionMessage } from "../../core/notices/resume-mail.ts";
import type { TestMailMessage } from "../../core/notices/test-mail.ts";

/** Queues messages that name an outbox, and say nothing of what is in it. */
export function sqsNoticeQueue(sqs: SQSClient, QueueUrl: string) {
  return async (key: OutboxKey, DelaySeconds = 0): Promise<void> => {
    const MessageBody = JSON.stringify(NoticeMessage.parse(key));
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, DelaySeconds }));
  };
}

/** Queues mail that people ask for, beside the outboxes. */
export function sqsMailRequests(sqs: SQSClient, QueueUrl: string) {
  const queue = async (message: object) => {
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message) }));
  };
  return {
    queueInvitation: (message: InvitationMessage) => queue(message),
    queueTestMail: (message: TestMailMessage) => queue(message),
    queueResumption: (message: ResumptionMessage) => queue(message),
  };
}
