import type { AttributeValue, DynamoDBClient, QueryCommandInput } from "@aws-sdk/client-dynamodb";
import { queriedItems } from "./queried-items.ts";

export interface OrganizationQuery {
  tableName: string;
  organizationId: string;
  /** Only items of which this attribute is true. */
  onlyTrue?: string;
}

/** All items of one organization, strongly consistent, in the order of the sort key. */
export async function organizationItems(
  client: DynamoDBClient,
  query: OrganizationQuery,
  signal?: AbortSignal,
): Promise<Record<string, AttributeValue>[]> {
  return await queriedItems(client, organizationQuery(query), signal);
}

/** The Query of an organization's items; its pages say how many read units they took. */
export function organizationQuery({
  tableName,
  organizationId,
  onlyTrue,
}: OrganizationQuery): QueryCommandInput {
  return {
    TableName: tableName,
    KeyConditionExpression: "organizationId = :organizationId",
    ...(onlyTrue && { FilterExpression: `${onlyTrue} = :true` }),
    ExpressionAttributeValues: {
      ":organizationId": { S: organizationId },
      ...(onlyTrue && { ":true": { BOOL: true } }),
    },
    ConsistentRead: true,
    ReturnConsumedCapacity: "TOTAL",
  };
}
