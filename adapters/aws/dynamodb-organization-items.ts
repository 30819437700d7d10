import { type AttributeValue, type DynamoDBClient, paginateQuery } from "@aws-sdk/client-dynamodb";
import { whileWanted } from "./dynamodb-client.ts";

/** What a table keyed by organization holds of one, strongly consistent, in the order of its key. */
export async function organizationItems(
  client: DynamoDBClient,
  { tableName, organizationId }: { tableName: string; organizationId: string },
  signal?: AbortSignal,
): Promise<Record<string, AttributeValue>[]> {
  const items: Record<string, AttributeValue>[] = [];
  const pages = paginateQuery(
    { client },
    {
      TableName: tableName,
      KeyConditionExpression: "organizationId = :organizationId",
      ExpressionAttributeValues: { ":organizationId": { S: organizationId } },
      ConsistentRead: true,
    },
    whileWanted(signal),
  );
  for await (const { Items } of pages) items.push(...(Items ?? []));
  return items;
}
