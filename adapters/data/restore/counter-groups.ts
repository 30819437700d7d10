import { type DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import type { RestorePorts } from "../../../core/data/restore/restore-table.ts";
import type { StoredItem } from "../../../core/data/stored-item.ts";
import type { Tables } from "../../../core/tables.ts";

/** The groups of live counters, read without parsing: a restore must cope with damaged counters. */
export function counterGroups(
  client: DynamoDBClient,
  { counters }: Tables<"counters">,
): RestorePorts<StoredItem>["groupOf"] {
  return async ({ organizationId, counterId }) => {
    const { Item } = await client.send(
      new GetItemCommand({
        TableName: counters,
        Key: { organizationId: { S: organizationId }, counterId: { S: counterId } },
        ProjectionExpression: "counterId, groupId, archivedAt",
        ConsistentRead: true,
      }),
    );
    if (Item === undefined) return undefined;
    // An archived counter keeps no group.
    return Item.archivedAt === undefined ? (Item.groupId?.S ?? null) : null;
  };
}
