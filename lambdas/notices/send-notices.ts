import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { secretsManagerClient, sqsClient } from "../../adapters/aws/clients.ts";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { secretReader } from "../../adapters/aws/secret-reader.ts";
import { dynamodbOutboxes } from "../../adapters/notices/dynamodb-outboxes.ts";
import { dynamodbRecipients } from "../../adapters/notices/dynamodb-recipients.ts";
import { sendLimitMs, sesClient, sesMail } from "../../adapters/notices/ses-mail.ts";
import { sqsNoticeQueue } from "../../adapters/notices/sqs-notice-queue.ts";
import { randomBase62 } from "../../adapters/random.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { NoticeMessage } from "../../core/notices/notice-message.ts";
import { sendNotices as send } from "../../core/notices/send-notices.ts";
import { environmentOf } from "../functions/environment.ts";
import { sendNotices } from "../functions/notices.ts";
import { countFailure } from "../telemetry/failures.ts";
import { logger } from "../telemetry/logger.ts";

const environment = environmentOf(sendNotices, process.env);
const metrics = new Metrics();
const client = dynamodbClient();
const { tables } = environment;
const ports = {
  outboxes: dynamodbOutboxes(client, tables, systemClock),
  recipient: dynamodbRecipients(client, tables),
  send: sesMail(sesClient(environment.SES_REGION), { from: environment.MAIL_FROM }),
  giveUp: sqsNoticeQueue(sqsClient(), environment.NOTICES_DEAD_LETTERS_URL),
  newMailId: () => randomBase62(20),
  clock: systemClock,
  unsubscribeSecret: secretReader(secretsManagerClient(), environment.UNSUBSCRIBE_SECRET_ARN),
  consoleUrl: environment.CONSOLE_URL,
};

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
    const key = NoticeMessage.parse(JSON.parse(body));
    const sent = await send(ports, key);
    if (sent.result === "none") return true;
    // No address, and nothing of the mail.
    logger.info("an outbox was looked into", { ...key, ...sent });
    if (sent.result === "refused") count("MailsRefused");
    if (sent.result === "sent") count("MailsSent");
    return sent.result !== "busy";
  } catch (error) {
    logger.error("a notice is not handled and is retried", { messageId, error });
    count("NoticeErrors");
    countFailure(context);
    return false;
  }
}

function count(metric: string): void {
  metrics.addMetric(metric, MetricUnit.Count, 1);
  metrics.publishStoredMetrics();
}
