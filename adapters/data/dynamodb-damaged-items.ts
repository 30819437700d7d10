import type { DynamoDBClient, TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { allInOrder } from "../../core/all-in-order.ts";
import type { AuditEntry } from "../../core/audit/audit-entry.ts";
import type { Clock } from "../../core/clock.ts";
import {
  type DamagedItemKey,
  type StandingTable,
  type Tables,
  tableDescription,
} from "../../core/tables.ts";
import { dynamodbAlerts } from "../alerts/dynamodb-alerts.ts";
import { dynamodbFirings } from "../alerts/dynamodb-firings.ts";
import { auditPut, dynamodbAuditLog } from "../audit/dynamodb-audit-log.ts";
import { type DamagedItem, notingDamaged } from "../aws/damaged-items.ts";
import { dynamodbStoredCounters } from "../counters/dynamodb-counters.ts";
import { dynamodbEmbedSessions } from "../embeds/dynamodb-embed-sessions.ts";
import { dynamodbGateList } from "../gates/dynamodb-gates.ts";
import { dynamodbGroups } from "../groups/dynamodb-groups.ts";
import { dynamodbApiKeys } from "../keys/dynamodb-api-keys.ts";
import { dynamodbOrganizationPeople } from "../members/dynamodb-organization-people.ts";
import {
  changeOrganization,
  type OrganizationChange,
} from "../organizations/dynamodb-organization-change.ts";
import { dynamodbWebhookEndpoints } from "../webhooks/dynamodb-endpoints.ts";

/** Stored items of an organization that its lists leave out. */
export function dynamodbDamagedItems(
  client: DynamoDBClient,
  tables: Tables<StandingTable>,
  clock: Clock,
) {
  const people = dynamodbOrganizationPeople(client, tables, clock);
  const lists: ((organizationId: string) => Promise<unknown>)[] = [
    dynamodbStoredCounters(client, tables).list,
    dynamodbGroups(client, tables).list,
    dynamodbAlerts(client, tables).list,
    (organizationId) => dynamodbFirings(client, tables).list(organizationId, {}),
    dynamodbGateList(client, tables),
    dynamodbWebhookEndpoints(client, tables).list,
    dynamodbApiKeys(client, tables, clock).list,
    dynamodbEmbedSessions(client, tables, clock).list,
    people.members,
    people.invitations,
    // The newest of them: the log of a year can be long.
    (organizationId) => dynamodbAuditLog(client, tables).list({ organizationId, limit: 100 }),
  ];
  const change = changeOrganization(client, tables.organizations, clock);

  return {
    async of(organizationId: string): Promise<DamagedItem[]> {
      const damaged: DamagedItem[] = [];
      await notingDamaged(damaged, () => allInOrder(lists.map((list) => list(organizationId))));
      return damaged;
    },

    /** Deletes an item, and takes its name out of the organization's lists. */
    async remove({ table, id }: DamagedItemKey, entry: AuditEntry): Promise<void> {
      const { organizationId } = entry;
      await change(organizationId, async ({ apiKeys }) => {
        const keyHash = apiKeys[id] ?? "";
        const key = table === "apiKeys" ? { keyHash } : keyOf(table, { organizationId, id });
        const Delete = { TableName: tables[table], Key: marshall(key) };
        const named = listed(tables, table, { organizationId, id });
        return {
          result: undefined,
          write: {
            organization: changeOf(table, id),
            items: [{ Delete }, ...named, auditPut(tables.auditEntries, entry)],
          },
        };
      });
    },
  };
}

interface Placed {
  organizationId: string;
  id: string;
}

function keyOf(table: StandingTable, { organizationId, id }: Placed): Record<string, string> {
  const { partitionKey, sortKey } = tableDescription(table);
  return sortKey === undefined
    ? { [partitionKey]: id }
    : { [partitionKey]: organizationId, [sortKey]: id };
}

function changeOf(table: StandingTable, id: string): OrganizationChange {
  if (table === "apiKeys") return { change: "remove_key", keyId: id };
  if (table === "webhookEndpoints") return { change: "remove_endpoint", endpointId: id };
  return { change: "endpoint" };
}

/** Takes the item's name out of a list that is in an item of its own. */
function listed(
  tables: Tables<StandingTable>,
  table: StandingTable,
  { organizationId, id }: Placed,
): TransactWriteItem[] {
  const without = (
    name: StandingTable,
    Key: Record<string, string>,
    set: string,
    value: string,
  ) => ({
    Update: {
      TableName: tables[name],
      Key: marshall(Key),
      UpdateExpression: `DELETE ${set} :name`,
      ExpressionAttributeValues: marshall({ ":name": new Set([value]) }),
    },
  });
  if (table === "embedSessions") {
    return [without("embedSessions", { sessionId: organizationId }, "sessionIds", id)];
  }
  if (table === "members") {
    return [without("people", { personId: id }, "organizationIds", organizationId)];
  }
  return [];
}
