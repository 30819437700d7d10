import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod";
import { sqsClient } from "../../adapters/aws/clients.ts";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { dynamodbInvitationMails } from "../../adapters/notices/dynamodb-invitation-mails.ts";
import { dynamodbMailStops } from "../../adapters/notices/dynamodb-mail-stops.ts";
import { dynamodbOutboxes } from "../../adapters/notices/dynamodb-outboxes.ts";
import { dynamodbRecipients } from "../../adapters/notices/dynamodb-recipients.ts";
import {
  sendLimitMs,
  sesClient,
  sesMail,
  sesSuppressionList,
} from "../../adapters/notices/ses-mail.ts";
import { sqsNoticeQueue } from "../../adapters/notices/sqs-notice-queue.ts";
import { randomBase62 } from "../../adapters/random.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { InvitationMessage, sendInvitation } from "../../core/notices/invitation-mail.ts";
import { recordMailEvent } from "../../core/notices/mail-events.ts";
import { NoticeMessage } from "../../core/notices/notice-message.ts";
import { ResumptionMessage, resumeMail } from "../../core/notices/resume-mail.ts";
import { sendNotices as send } from "../../core/notices/send-notices.ts";
import { environmentOf } from "../functions/environment.ts";
import { sendNotices } from "../functions/notices.ts";
import { countFailure } from "../telemetry/failures.ts";
import { logger } from "../telemetry/logger.ts";

const environment = environmentOf(sendNotices, process.env);
const metrics = new Metrics();
const client = dynamodbClient();
const { tables } = environment;
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
  giveUp: sqsNoticeQueue(sqsClient(), environment.NOTICES_DEAD_LETTERS_URL),
  newMailId: () => randomBase62(20),
  clock: systemClock,
  consoleUrl: environment.CONSOLE_URL,
};

const Message = z.union([
  NoticeMessage,
  InvitationMessage,
  ResumptionMessage,
  // By EventBridge's rule, of SES.
  z.looseObject({ source: z.literal("aws.ses") }),
]);

/** What one message needs at most, in milliseconds: reading, claiming, sending and recording. */
const neededMs = sendLimitMs + 8_000;

/** Sends one mail after the other: SES takes so many in a second. */
export async function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const batchItemFailures: SQSBatchResponse["batchItemFailures"] = [];
  for (const record of event.Records) {
    const hasTime = context.getRemainingTimeInMillis() > neededMs;
    if (hasTime && (await isHandled(record, context))) continue;
    batchItemFailures.push({ itemIdentifier: record.messageId });
  }
  return { batchItemFailures };
}

/** False where the message has to come again. */
async function isHandled({ body, messageId }: SQSRecord, context: Context): Promise<boolean> {
  try {
    const { about, isDone, ...what } = await handled(Message.parse(JSON.parse(body)));
    if (what.result === "none") return true;
    // No address, and nothing of the mail.
    logger.info("a message was handled", { ...about, ...what });
    if (what.result === "refused") count("MailsRefused");
    if (what.result === "sent") count("MailsSent");
    if (what.result === "unknown") count("NoticeErrors");
    return isDone;
  } catch (error) {
    logger.error("a notice is not handled and is retried", { messageId, error });
    count("NoticeErrors");
    countFailure(context);
    return false;
  }
}

/** What is not done has to come again. */
async function handled(message: z.output<typeof Message>) {
  if ("source" in message) {
    return { about: {}, isDone: true, ...(await recordMailEvent(ports, message)) };
  }
  if ("resumedPersonId" in message) {
    return { about: message, isDone: true, ...(await resumeMail(ports, message)) };
  }
  if ("invitationId" in message) {
    const { organizationId, invitationId } = message;
    const sent = await sendInvitation(ports, message);
    const isDone = sent.result === "sent" || sent.result === "none";
    return { about: { organizationId, invitationId }, isDone, ...sent };
  }
  const sent = await send(ports, message);
  return { about: message, isDone: sent.result !== "busy", ...sent };
}

function count(metric: string): void {
  metrics.addMetric(metric, MetricUnit.Count, 1);
  metrics.publishStoredMetrics();
}
