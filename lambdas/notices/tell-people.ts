import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from "aws-lambda";
import { sqsClient } from "../../adapters/aws/clients.ts";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { dynamodbChatChannels } from "../../adapters/notices/dynamodb-chat-channels.ts";
import { dynamodbDueOutboxes, dynamodbOutboxes } from "../../adapters/notices/dynamodb-outboxes.ts";
import { dynamodbMembers } from "../../adapters/notices/dynamodb-recipients.ts";
import { dynamodbReportSchedules } from "../../adapters/notices/dynamodb-report-schedules.ts";
import { dynamodbWatchedEndpoints } from "../../adapters/notices/dynamodb-watched-endpoints.ts";
import { sqsNoticeQueue } from "../../adapters/notices/sqs-notice-queue.ts";
import { newsIn } from "../../adapters/notices/stream-news.ts";
import { dynamodbCalendar } from "../../adapters/organizations/dynamodb-calendar.ts";
import { dynamodbTelling } from "../../adapters/organizations/dynamodb-organizations.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { sweepReports } from "../../core/notices/report-schedule.ts";
import { sweepOutboxes, tellPeople as tell } from "../../core/notices/tell-people.ts";
import { watchEndpoints } from "../../core/notices/watch-endpoints.ts";
import { environmentOf } from "../functions/environment.ts";
import { tellPeople } from "../functions/notices.ts";
import { streamHandler } from "../streams/stream-handler.ts";
import { logger } from "../telemetry/logger.ts";

const environment = environmentOf(tellPeople, process.env);
const client = dynamodbClient();
const { tables } = environment;
const ports = {
  organization: dynamodbTelling(client, tables),
  members: dynamodbMembers(client, tables),
  chatChannels: dynamodbChatChannels(client, tables),
  outboxes: dynamodbOutboxes(client, tables, systemClock),
  due: dynamodbDueOutboxes(client, tables),
  ...dynamodbWatchedEndpoints(client, tables, systemClock),
  reportSchedules: dynamodbReportSchedules(client, tables),
  calendar: dynamodbCalendar(client, tables),
  queue: sqsNoticeQueue(sqsClient(), environment.NOTICES_QUEUE_URL),
  clock: systemClock,
};

const handleStream = streamHandler({
  read: newsIn,
  handle: (news) => tell(ports, news),
  failedRecords: environment.FAILED_RECORDS_BUCKET,
  metrics: { retried: "NoticeErrors", stored: "RecordsNotTold" },
});

/** How long a sweep begins to tell reports; the rest is due longer at the next one. */
const reportsMs = 8_000;

/** The schedule's event says no more than its time. */
type Event = DynamoDBStreamEvent | { scheduledTime: string };

/** Tells people of what the streams report; when the schedule invokes it, of endpoints and of what had to wait. */
export async function handler(
  event: Event,
  context?: Context,
): Promise<DynamoDBBatchResponse | undefined> {
  if ("Records" in event) return await handleStream(event, context);
  const queued = await sweepOutboxes(ports);
  if (queued > 0) logger.info("outboxes are due", { queued });
  const { errors } = await sweepReports(ports, systemClock.now() + reportsMs);
  for (const error of errors) logger.error("a report was not told", { error });
  const { looked, failures } = await watchEndpoints(ports);
  if (looked > 0) logger.info("endpoints were looked at", { looked, failed: failures.length });
  // Lambda tries again what it invoked by a schedule.
  for (const error of failures) logger.error("an endpoint was not looked at", { error });
  if (failures.length > 0) throw new Error("endpoints were not looked at", { cause: failures[0] });
  if (errors.length > 0) throw new Error("reports were not told", { cause: errors[0] });
  return undefined;
}
