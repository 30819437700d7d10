import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { StoredAlert } from "../../core/alerts/alert.ts";
import type { Clock } from "../../core/clock.ts";
import type { GroupDeletion, GroupDeletions } from "../../core/groups/delete-group.ts";
import { type GroupKey, maximumGroups } from "../../core/groups/group.ts";
import type { GroupCreation, GroupCreator, GroupUpdates } from "../../core/groups/group-changes.ts";
import { alertDeletion, dynamodbAlerts } from "../alerts/dynamodb-alerts.ts";
import { auditPut } from "../audit/dynamodb-audit-log.ts";
import {
  changeOrganization,
  type Decision,
} from "../organizations/dynamodb-organization-change.ts";
import { dynamodbGroups, type GroupTables, groupItem, groupOf } from "./dynamodb-groups.ts";

export interface GroupChangeTables extends GroupTables {
  organizations: string;
  alerts: string;
}

export function dynamodbGroupCreator(
  client: DynamoDBClient,
  tables: GroupChangeTables & { auditEntries: string },
  clock: Clock,
): GroupCreator {
  const change = changeOrganization(client, tables.organizations, clock);
  const { get } = dynamodbGroups(client, tables);
  return {
    // With an entry each and the organization these are the 100 items of a transaction.
    maximumBatch: 49,

    async create(organizationId, groups, entryOf) {
      const created = await change<GroupCreation>(organizationId, async ({ groupCount }) => {
        const stored = await Promise.all(
          groups.map(({ id }) => get({ organizationId, groupId: id })),
        );
        const missing = groups.filter((_, index) => stored[index] === undefined);
        const result: GroupCreation = { result: "created", created: missing };
        if (missing.length === 0) return { result };
        if (groupCount + missing.length > maximumGroups)
          return { result: { result: "limit_reached" } };
        const puts = missing.map((group) => ({
          Put: {
            TableName: tables.counterGroups,
            Item: groupItem(group),
            ConditionExpression: "attribute_not_exists(groupId)",
          },
        }));
        const entries = entryOf === undefined ? [] : missing.map(entryOf);
        const items = [...puts, ...entries.map((entry) => auditPut(tables.auditEntries, entry))];
        const organization = { change: "counts" as const, groups: missing.length, alerts: 0 };
        return { result, write: { organization, items } };
      });
      return created ?? { result: "no_such_organization" };
    },
  };
}

export function dynamodbGroupUpdates(
  client: DynamoDBClient,
  { counterGroups }: GroupTables,
): GroupUpdates {
  return {
    async update(key, settings, expected = {}) {
      const fields = Object.entries(settings);
      const before = Object.entries(expected);
      const unchanged = before.map(([name]) => ` AND #${name} = :expected_${name}`);
      try {
        const { Attributes } = await client.send(
          new UpdateItemCommand({
            TableName: counterGroups,
            Key: marshall(key),
            UpdateExpression: `SET ${fields.map(([name]) => `#${name} = :${name}`).join(", ")} ADD revision :one`,
            ConditionExpression: `attribute_exists(groupId)${unchanged.join("")}`,
            ExpressionAttributeNames: Object.fromEntries(
              [...fields, ...before].map(([name]) => [`#${name}`, name]),
            ),
            ExpressionAttributeValues: marshall({
              ":one": 1,
              ...Object.fromEntries(before.map(([name, value]) => [`:expected_${name}`, value])),
              ...Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
            }),
            ReturnValues: "ALL_NEW",
          }),
        );
        return groupOf(Attributes);
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return undefined;
        throw error;
      }
    },
  };
}

export function dynamodbGroupDeletions(
  client: DynamoDBClient,
  tables: GroupChangeTables,
  clock: Clock,
): GroupDeletions {
  const change = changeOrganization(client, tables.organizations, clock);
  const groups = dynamodbGroups(client, tables);
  const alerts = dynamodbAlerts(client, tables.alerts);

  async function decide(key: GroupKey): Promise<Decision<GroupDeletion>> {
    // Before everything else: its revision then covers the members and alerts read after it.
    const group = await groups.get(key);
    if (group === undefined) return { result: { result: "no_such_group" } };
    const [members, its] = await Promise.all([
      groups.allMembers(key),
      alerts.on({ organizationId: key.organizationId, targetId: key.groupId }),
    ]);
    if (members.length > 0) return { result: { result: "has_members" } };
    return {
      result: { result: "deleted", group, alerts: its },
      write: {
        organization: { change: "counts", groups: -1, alerts: -its.length },
        items: [deletion(key, group.revision), ...alertDeletions(its)],
      },
    };
  }

  const deletion = (key: GroupKey, revision: number) => ({
    Delete: {
      TableName: tables.counterGroups,
      Key: marshall(key),
      ConditionExpression: "revision = :revision",
      ExpressionAttributeValues: marshall({ ":revision": revision }),
    },
  });

  const alertDeletions = (its: StoredAlert[]) =>
    its.map((alert) => alertDeletion(tables.alerts, alert));

  return {
    async deleteEmpty(key) {
      const deleted = await change(key.organizationId, () => decide(key));
      return deleted ?? { result: "no_such_group" };
    },
  };
}
