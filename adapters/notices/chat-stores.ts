import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { ManageChatPorts, TestChatPorts } from "../../core/notices/manage-chat-channels.ts";
import type { ResumingReportsPorts } from "../../core/notices/report-schedule.ts";
import { systemClock } from "../system-clock.ts";
import type { OpenSecret } from "../webhooks/kms-signing-secrets.ts";
import { chatSender } from "./chat-sender.ts";
import { dynamodbChatChannelStore, dynamodbChatStates } from "./dynamodb-chat-channels.ts";
import { dynamodbOutboxes } from "./dynamodb-outboxes.ts";
import { dynamodbMembers, dynamodbWrittenTo } from "./dynamodb-recipients.ts";
import { dynamodbReportSchedules } from "./dynamodb-report-schedules.ts";

type Given = Omit<ManageChatPorts, "chatChannels" | "reportSchedules"> & {
  openSecret: OpenSecret;
  tables: Parameters<typeof dynamodbChatChannelStore>[1];
};

/** What manages chat channels and tests them, with what webhooks are sealed and sent with. */
export function chatStores(
  client: DynamoDBClient,
  { tables, openSecret, ...given }: Given,
): ManageChatPorts & TestChatPorts & ResumingReportsPorts {
  const { allowedAddresses } = given;
  return {
    ...given,
    reportSchedules: dynamodbReportSchedules(client, tables),
    chatChannels: dynamodbChatChannelStore(client, tables, systemClock),
    outboxes: dynamodbOutboxes(client, tables, systemClock),
    members: dynamodbMembers(client, tables),
    organization: dynamodbWrittenTo(client, tables),
    recordState: dynamodbChatStates(client, tables, systemClock),
    post: chatSender({ openSecret, allowedAddresses, now: systemClock.now }),
  };
}
