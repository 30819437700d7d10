import { type DynamoDBClient, paginateQuery } from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import { embedName } from "../../core/data/restorable-tables.ts";
import type { Deleted } from "../../core/data/restore-verdict.ts";
import { parseItem } from "../aws/dynamodb-items.ts";

/** So many organizations' deletions are kept in memory. */
const keptOrganizations = 1_000;

/** What an organization's audit log says was deleted. Each organization is read once. */
export function deletedThings(client: DynamoDBClient, auditEntries: string) {
  const known = new Map<string, Promise<Deleted>>();
  return (organizationId: string): Promise<Deleted> => {
    const found = known.get(organizationId) ?? readDeleted(client, auditEntries, organizationId);
    // The least recently used goes first.
    known.delete(organizationId);
    known.set(organizationId, found);
    const [oldest] = known.keys();
    if (known.size > keptOrganizations && oldest !== undefined) known.delete(oldest);
    return found;
  };
}

async function readDeleted(
  client: DynamoDBClient,
  TableName: string,
  organizationId: string,
): Promise<Deleted> {
  const names = new Set<string>();
  if (organizationId === "") return names;
  const pages = paginateQuery(
    { client },
    {
      TableName,
      KeyConditionExpression: "organizationId = :organizationId",
      FilterExpression: "attribute_type(#after, :null)",
      ProjectionExpression: "#action, #target, #before",
      ExpressionAttributeNames: {
        "#after": "after",
        "#before": "before",
        "#action": "action",
        "#target": "target",
      },
      ExpressionAttributeValues: {
        ":organizationId": { S: organizationId },
        ":null": { S: "NULL" },
      },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) {
    for (const item of Items) {
      const { action, target, before } = parseItem(RemovalEntry, item);
      if (action === "org.delete") return "everything";
      if (target.id !== null) names.add(target.id);
      else if (action === "embed.revoke" && before !== null) {
        names.add(embedName(String(before.counterId), String(before.lastFour)));
      }
    }
  }
  return names;
}

/** An entry of something that is gone. */
const RemovalEntry = z.object({
  action: z.string(),
  target: z.object({ id: z.string().nullable() }),
  before: z.record(z.string(), z.unknown()).nullable().default(null),
});
