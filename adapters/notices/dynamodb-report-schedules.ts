import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { LocalDate } from "../../core/calendar.ts";
import type { ReportSchedule, ReportSchedules } from "../../core/notices/report-schedule.ts";
import type { Tables } from "../../core/tables.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { dueKeys } from "./dynamodb-outboxes.ts";

/** Stands where an outbox has its recipient; nobody's id looks like it. */
const recipientId = "weekly-report";

/** The partition of the index with these items alone. */
const dueIndex = "reports";

export function dynamodbReportSchedules(
  client: DynamoDBClient,
  tables: Tables<"notices">,
): ReportSchedules {
  const TableName = tables.notices;
  return {
    async due(nowMs, most) {
      const keys = await dueKeys(client, tables, { dueIndex, nowMs, most });
      return keys.map(({ organizationId }) => organizationId);
    },

    async get(organizationId) {
      const Key = marshall({ organizationId, recipientId });
      const { Item } = await client.send(
        new GetItemCommand({ TableName, Key, ConsistentRead: true }),
      );
      return Item === undefined ? undefined : parseItem(ScheduleItem, Item);
    },

    begin: (organizationId, nowMs) =>
      put({ organizationId, dueAtMs: nowMs }, "attribute_not_exists(organizationId)"),

    put: (schedule) => put(schedule, "attribute_exists(organizationId)"),
  };

  async function put({ dueAtMs, ...schedule }: ReportSchedule, ConditionExpression: string) {
    const dueAt = new Date(dueAtMs).toISOString();
    const Item = marshall({ ...schedule, recipientId, dueIndex, dueAt });
    try {
      await client.send(new PutItemCommand({ TableName, Item, ConditionExpression }));
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  }
}

const ScheduleItem = z
  .object({
    organizationId: z.string(),
    dueAt: z.iso.datetime(),
    monday: LocalDate.exactOptional(),
  })
  .transform(
    ({ dueAt, ...schedule }): ReportSchedule => ({ ...schedule, dueAtMs: Date.parse(dueAt) }),
  );
