import { type DynamoDBClient, paginateQuery } from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import { deletedBy, type LoggedChange } from "../../core/data/logged-deletions.ts";
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
  if (organizationId === "") return new Set();
  const entries: LoggedChange[] = [];
  const pages = paginateQuery(
    { client },
    {
      TableName,
      KeyConditionExpression: "organizationId = :organizationId",
      FilterExpression: "attribute_type(#after, :null) OR #action = :restore",
      ProjectionExpression: "#action, #target, #before, #after",
      ExpressionAttributeNames: {
        "#after": "after",
        "#before": "before",
        "#action": "action",
        "#target": "target",
      },
      ExpressionAttributeValues: {
        ":organizationId": { S: organizationId },
        ":null": { S: "NULL" },
        ":restore": { S: "data.restore" },
      },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) {
    entries.push(...Items.map((item) => parseItem(ChangeEntry, item)));
  }
  return deletedBy(entries);
}

const Details = z.record(z.string(), z.unknown()).nullable().default(null);
const ChangeEntry = z.object({
  action: z.string(),
  target: z.object({ id: z.string().nullable() }),
  before: Details,
  after: Details,
});
