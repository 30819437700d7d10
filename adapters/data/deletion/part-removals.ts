import { type AttributeValue, type DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { Deletion } from "../../../core/data/deletion.ts";
import type { DeletionPart } from "../../../core/data/deletion-parts.ts";
import { parseItem } from "../../aws/dynamodb-items.ts";
import { removeItems, removeSomeOf } from "../../aws/dynamodb-removal.ts";
import { type DeletionTables, type RemoveSome, targetRemovals } from "./target-removals.ts";

/** How each part is removed, but the members. */
export function partRemovals(
  client: DynamoDBClient,
  tables: DeletionTables,
): Record<Exclude<DeletionPart, "members">, RemoveSome> {
  const ofOrganization =
    (tableName: string, sortKey: string): RemoveSome =>
    ({ organizationId }) =>
      removeSomeOf(client, {
        ...{ tableName, partitionKey: "organizationId", sortKey, value: organizationId },
      });
  const targets = targetRemovals(client, tables);
  return {
    alerts: ofOrganization(tables.alerts, "alertKey"),
    gates: ofOrganization(tables.gates, "gateId"),
    embeds: ({ organizationId }) => removeEmbeds(client, tables.embedSessions, organizationId),
    counters: targets.counters,
    groups: targets.groups,
    firings: ofOrganization(tables.alertFirings, "firingKey"),
    deliveries: (deletion) => removeDeliveries(client, tables.deliveries, deletion),
    invitations: ofOrganization(tables.invitations, "invitationId"),
    notices:
      tables.notices === undefined
        ? async () => ({ removed: 0, done: true })
        : ofOrganization(tables.notices, "recipientId"),
  };
}

/** The item under the organization's own id names all sessions, so it goes last. */
async function removeEmbeds(client: DynamoDBClient, TableName: string, organizationId: string) {
  const Key = marshall({ sessionId: organizationId });
  const { Item } = await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }));
  if (Item === undefined) return { removed: 0, done: true };
  const { sessionIds } = parseItem(Names, Item);
  const keys: Record<string, AttributeValue>[] = [...sessionIds].map((sessionId) =>
    marshall({ sessionId }),
  );
  await removeItems(client, TableName, keys);
  await removeItems(client, TableName, [Key]);
  return { removed: sessionIds.size, done: true };
}

const Names = z.object({ sessionIds: z.set(z.string()).default(new Set()) });

/** One endpoint after the other. Those that are still written, as cancelled, expire by themselves. */
async function removeDeliveries(
  client: DynamoDBClient,
  tableName: string,
  { endpointIds }: Deletion,
) {
  const keys = { tableName, partitionKey: "endpointId", sortKey: "deliveryKey" };
  let removed = 0;
  for (const endpointId of endpointIds) {
    const step = await removeSomeOf(client, { ...keys, value: endpointId });
    removed += step.removed;
    if (!step.done) return { removed, done: false };
  }
  return { removed, done: true };
}
