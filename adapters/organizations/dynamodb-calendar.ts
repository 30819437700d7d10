import { type DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { Calendar } from "../../core/calendar.ts";
import type { Tables } from "../../core/tables.ts";
import { defaultTimeZone } from "../../core/time-zone.ts";
import { parseItem } from "../aws/dynamodb-items.ts";

/** What an organization's item has of its calendar. */
export const StoredCalendar = Calendar.extend({
  timeZone: Calendar.shape.timeZone.default(defaultTimeZone),
});

/** Reads an organization's calendar and nothing else of it. */
export function dynamodbCalendar(
  client: DynamoDBClient,
  { organizations: tableName }: Tables<"organizations">,
) {
  return async (organizationId: string): Promise<Calendar> => {
    const { Item } = await client.send(
      new GetItemCommand({
        TableName: tableName,
        Key: { organizationId: { S: organizationId } },
        ProjectionExpression: "#timeZone, dayStarts",
        ExpressionAttributeNames: { "#timeZone": "timeZone" },
        ConsistentRead: true,
      }),
    );
    return parseItem(StoredCalendar, Item ?? {});
  };
}
