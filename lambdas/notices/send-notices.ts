import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod";
import { kmsClient, secretsManagerClient, sqsClient } from "../../adapters/aws/clients.ts";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { secretReader } from "../../adapters/aws/secret-reader.ts";
import { dynamodbMarkReader } from "../../adapters/counters/dynamodb-count-marks.ts";
import { dynamodbStoredCounters } from "../../adapters/counters/dynamodb-counters.ts";
import { dynamodbGroupList } from "../../adapters/groups/dynamodb-groups.ts";
import { chatSender } from "../../adapters/notices/chat-sender.ts";
import {
  dynamodbChatChannels,
  dynamodbChatStates,
} from "../../adapters/notices/dynamodb-chat-channels.ts";
import { dynamodbInvitationMails } from "../../adapters/notices/dynamodb-invitation-mails.ts";
import { dynamodbMailStops } from "../../adapters/notices/dynamodb-mail-stops.ts";
import { dynamodbOutboxes } from "../../adapters/notices/dynamodb-outboxes.ts";
import {
  dynamodbRecipients,
  dynamodbWrittenTo,
} from "../../adapters/notices/dynamodb-recipients.ts";
import {
  sendLimitMs,
  sesClient,
  sesMail,
  sesSuppressionList,
} from "../../adapters/notices/ses-mail.ts";
import { sqsNoticeQueue } from "../../adapters/notices/sqs-notice-queue.ts";
import { dynamodbCalendar } from "../../adapters/organizations/dynamodb-calendar.ts";
import { randomBase62 } from "../../adapters/random.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { secretOpener } from "../../adapters/webhooks/kms-signing-secrets.ts";
import { allInOrder } from "../../core/all-in-order.ts";
import { isChatChannelId } from "../../core/notices/chat-channel-id.ts";
import { InvitationMessage, sendInvitation } from "../../core/notices/invitation-mail.ts";
import { recordMailEvent } from "../../core/notices/mail-events.ts";
import { NoticeMessage } from "../../core/notices/notice-message.ts";
import { ResumptionMessage, resumeMail } from "../../core/notices/resume-mail.ts";
import { sendChat } from "../../core/notices/send-chat.ts";
import { sendNotices as send } from "../../core/notices/send-notices.ts";
import { sendTestMail, TestMailMessage } from "../../core/notices/test-mail.ts";
import { type WantedReport, weeklyReport } from "../../core/notices/weekly-report.ts";
import { environmentOf } from "../functions/environment.ts";
import { sendNotices } from "../functions/notices.ts";
import { countFailure } from "../telemetry/failures.ts";
import { logger } from "../telemetry/logger.ts";

const environment = environmentOf(sendNotices, process.env);
const metrics = new Metrics();
const client = dynamodbClient();
const { tables } = environment;
const sqs = sqsClient();
const report = {
  calendar: dynamodbCalendar(client, tables),
  groups: dynamodbGroupList(client, tables),
  counters: dynamodbStoredCounters(client, tables).list,
  marks: dynamodbMarkReader(client, tables),
  clock: systemClock,
};
const ses = sesClient(environment.SES_REGION);
const ports = {
  ...dynamodbInvitationMails(client, tables, systemClock),
  ...dynamodbMailStops(client, tables, systemClock),
  ...sesSuppressionList(ses),
  outboxes: dynamodbOutboxes(client, tables, systemClock),
  recipient: dynamodbRecipients(client, tables),
  send: sesMail(ses, {
    from: environment.MAIL_FROM,
    configurationSet: environment.SES_CONFIGURATION_SET,
  }),
  giveUp: sqsNoticeQueue(sqs, environment.NOTICES_DEAD_LETTERS_URL),
  noteLeftOut: (error: unknown) => {
    logger.error("a part of a message is left out", { error });
    count("NoticeErrors");
  },
  weeklyReport: (wanted: WantedReport) => weeklyReport(report, wanted),
  newMailId: () => randomBase62(20),
  clock: systemClock,
  unsubscribeSecret: secretReader(secretsManagerClient(), environment.UNSUBSCRIBE_SECRET_ARN),
  consoleUrl: environment.CONSOLE_URL,
};
const chatPorts = {
  ...ports,
  organization: dynamodbWrittenTo(client, tables),
  chatChannels: dynamodbChatChannels(client, tables),
  recordState: dynamodbChatStates(client, tables, systemClock),
  queue: sqsNoticeQueue(sqs, environment.NOTICES_QUEUE_URL),
  post: chatSender({
    openSecret: secretOpener(kmsClient(), systemClock.now),
    allowedAddresses: environment.ALLOWED_RECEIVER_ADDRESSES,
    now: systemClock.now,
  }),
};

const Message = z.union([
  NoticeMessage,
  InvitationMessage,
  ResumptionMessage,
  TestMailMessage,
  // By EventBridge's rule, of SES.
  z.looseObject({ source: z.literal("aws.ses") }),
]);

/** What one message needs at most, in milliseconds: reading, claiming, sending and recording. */
const neededMs = sendLimitMs + 8_000;

/**
 * Sends one mail after the other: SES takes so many in a second. Chat servers are asked at the same time, so
 * that one that does not respond delays no mail.
 */
export async function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const chats = event.Records.filter(isForChat);
  const mails = event.Records.filter((record) => !isForChat(record));
  const failed = await allInOrder([
    ...chats.map((record) => handleInTurn([record], context)),
    handleInTurn(mails, context),
  ]);
  return { batchItemFailures: failed.flat() };
}

function isForChat({ body }: SQSRecord): boolean {
  return isChatChannelId(recipientIn(body) ?? "");
}

function recipientIn(body: string): string | undefined {
  try {
    return NoticeMessage.parse(JSON.parse(body)).recipientId;
  } catch {
    // It is reported where it is handled.
    return undefined;
  }
}

async function handleInTurn(
  records: SQSRecord[],
  context: Context,
): Promise<SQSBatchResponse["batchItemFailures"]> {
  const failed: SQSBatchResponse["batchItemFailures"] = [];
  for (const record of records) {
    const hasTime = context.getRemainingTimeInMillis() > neededMs;
    if (hasTime && (await isHandled(record, context))) continue;
    failed.push({ itemIdentifier: record.messageId });
  }
  return failed;
}

/** False where the message has to come again. */
async function isHandled({ body, messageId }: SQSRecord, context: Context): Promise<boolean> {
  try {
    const { about, isDone, isChat, ...what } = await handled(Message.parse(JSON.parse(body)));
    if (what.result === "none") return true;
    // No address or URL, and nothing of what was sent.
    logger.info("a message was handled", { ...about, ...what });
    // A chat server that refuses is its owner's concern, not the operator's.
    if (what.result === "refused" && !isChat) count("MailsRefused");
    if (what.result === "sent") count(isChat ? "ChatMessagesSent" : "MailsSent");
    if (what.result === "unknown") count("NoticeErrors");
    return isDone;
  } catch (error) {
    logger.error("a notice is not handled and is retried", { messageId, error });
    count("NoticeErrors");
    countFailure(context);
    return false;
  }
}

const mail = { isChat: false };

/** What is not done has to come again. */
async function handled(message: z.output<typeof Message>) {
  if ("source" in message) {
    return { ...mail, about: {}, isDone: true, ...(await recordMailEvent(ports, message)) };
  }
  if ("resumedPersonId" in message) {
    return { ...mail, about: message, isDone: true, ...(await resumeMail(ports, message)) };
  }
  if ("testedPersonId" in message) {
    return { ...mail, about: message, isDone: true, ...(await sendTestMail(ports, message)) };
  }
  if ("invitationId" in message) {
    const { organizationId, invitationId } = message;
    const sent = await sendInvitation(ports, message);
    const isDone = sent.result !== "busy" && sent.result !== "refused";
    return { ...mail, about: { organizationId, invitationId }, isDone, ...sent };
  }
  const isChat = isChatChannelId(message.recipientId);
  const sent = isChat ? await sendChat(chatPorts, message) : await send(ports, message);
  return { isChat, about: message, isDone: sent.result !== "busy", ...sent };
}

function count(metric: string): void {
  metrics.addMetric(metric, MetricUnit.Count, 1);
  metrics.publishStoredMetrics();
}
