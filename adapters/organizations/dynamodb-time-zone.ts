import { type DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import type { Tables } from "../../core/tables.ts";
import { defaultTimeZone } from "../../core/time-zone.ts";
import { parseItem } from "../aws/dynamodb-items.ts";

/** Reads an organization's time zone and nothing else of it; UTC where it has set none. */
export function dynamodbTimeZone(
  client: DynamoDBClient,
  { organizations: tableName }: Tables<"organizations">,
) {
  return async (organizationId: string): Promise<string> => {
    const { Item } = await client.send(
      new GetItemCommand({
        TableName: tableName,
        Key: { organizationId: { S: organizationId } },
        ProjectionExpression: "#timeZone",
        ExpressionAttributeNames: { "#timeZone": "timeZone" },
        ConsistentRead: true,
      }),
    );
    return parseItem(StoredTimeZone, Item ?? {}).timeZone;
  };
}

// Checked when it was set; the databases of time zones of two versions may differ.
const StoredTimeZone = z.object({ timeZone: z.string().default(defaultTimeZone) });
