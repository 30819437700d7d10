import { type DynamoDBClient, GetItemCommand, QueryCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { allInOrder } from "../../../core/all-in-order.ts";
import type { Clock } from "../../../core/clock.ts";
import {
  type BoundedCount,
  type DeletionSummary,
  maximumCountedThings,
} from "../../../core/data/deletion-summary.ts";
import type { OrganizationRecord } from "../../../core/organizations/organization.ts";
import { parseItem } from "../../aws/dynamodb-items.ts";
import { rosterKey } from "../../members/people-items.ts";
import { countOpen } from "../../webhooks/dynamodb-open-deliveries.ts";
import type { DeletionTables } from "./target-removals.ts";

/**
 * Counts what goes with an organization. Most of it stands in items that are read whole; lists have
 * limits of some hundreds, and waiting deliveries are counted up to 10,000.
 */
export function dynamodbDeletionSummary(
  client: DynamoDBClient,
  tables: DeletionTables,
  { now }: Pick<Clock, "now">,
) {
  async function item(TableName: string, key: Record<string, string>) {
    const Key = marshall(key);
    return (await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))).Item;
  }

  /** Of up to some hundreds of items, of at most 1 MB. */
  async function count(
    TableName: string,
    organizationId: string,
    { filter, values = {} }: { filter: string; values?: Record<string, unknown> },
  ): Promise<BoundedCount> {
    const { Count = 0, LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: "organizationId = :organizationId",
        FilterExpression: filter,
        ExpressionAttributeValues: marshall({ ":organizationId": organizationId, ...values }),
        Select: "COUNT",
        ConsistentRead: true,
      }),
    );
    return { count: Count, exact: LastEvaluatedKey === undefined };
  }

  async function waiting(endpointIds: Set<string>): Promise<BoundedCount> {
    let total = 0;
    let exact = true;
    for (const endpointId of endpointIds) {
      const limit = maximumCountedThings - total;
      if (limit <= 0) return { count: maximumCountedThings, exact: false };
      const of = { endpointId, state: "retry_scheduled", limit } as const;
      const found = await countOpen(client, tables.deliveries, of);
      total += found.count;
      exact &&= found.exact;
    }
    return { count: total, exact };
  }

  return async (record: OrganizationRecord): Promise<DeletionSummary> => {
    const { organization, apiKeys, endpointIds } = record;
    const { id: organizationId } = organization;
    const [waitingDeliveries, embeds, gates, roster, invitations] = await allInOrder([
      waiting(endpointIds),
      item(tables.embedSessions, { sessionId: organizationId }),
      count(tables.gates, organizationId, {
        filter: "attribute_type(revokedAt, :null)",
        values: { ":null": "NULL" },
      }),
      item(tables.members, { organizationId, memberKey: rosterKey }),
      count(tables.invitations, organizationId, {
        filter: "endsAt > :now AND attribute_type(usedAt, :null)",
        values: { ":now": new Date(now()).toISOString(), ":null": "NULL" },
      }),
    ]);
    return {
      counters: exactly(record.counterCount),
      groups: exactly(record.groupCount),
      alerts: exactly(record.alertCount),
      apiKeys: exactly(Object.keys(apiKeys).length),
      endpoints: exactly(endpointIds.size),
      waitingDeliveries,
      embeds: exactly(embeds === undefined ? 0 : parseItem(Names, embeds).sessionIds.size),
      gates,
      members: exactly(roster === undefined ? 0 : parseItem(Roster, roster).memberCount),
      invitations,
    };
  };
}

function exactly(count: number): BoundedCount {
  return { count, exact: true };
}

const Names = z.object({ sessionIds: z.set(z.string()).default(new Set()) });

const Roster = z.object({ memberCount: z.int() });
