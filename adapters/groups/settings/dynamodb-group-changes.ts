import type { DynamoDBClient, TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { StoredAlert } from "../../../core/alerts/alert.ts";
import { allInOrder } from "../../../core/all-in-order.ts";
import type { Clock } from "../../../core/clock.ts";
import { conflict, retryConflicts } from "../../../core/conflict.ts";
import {
  type GroupKey,
  type GroupSettings,
  maximumGroups,
  type StoredGroup,
} from "../../../core/groups/group.ts";
import type { GroupCreation, GroupCreator } from "../../../core/groups/group-changes.ts";
import type { GroupDecision, GroupUpdates } from "../../../core/groups/group-edit.ts";
import type { GroupDeletion, GroupDeletions } from "../../../core/groups/settings/delete-group.ts";
import type { Tables } from "../../../core/tables.ts";
import { alertDeletion, dynamodbAlerts } from "../../alerts/dynamodb-alerts.ts";
import { batchGet } from "../../aws/dynamodb-batch-get.ts";
import { settingOf } from "../../aws/dynamodb-items.ts";
import { transactionItems } from "../../aws/dynamodb-transaction.ts";
import {
  type MemberAuditTables,
  memberAuditWrite,
  transactAudited,
} from "../../members/member-audit-items.ts";
import {
  changeOrganization,
  type Decision,
} from "../../organizations/dynamodb-organization-change.ts";
import { dynamodbGroups, type GroupTables, groupItem, groupOf } from "../dynamodb-groups.ts";

export type GroupChangeTables = GroupTables &
  MemberAuditTables &
  Tables<"organizations" | "alerts">;

export function dynamodbGroupCreator(
  client: DynamoDBClient,
  tables: GroupChangeTables,
  clock: Clock,
): GroupCreator {
  const change = changeOrganization(client, tables.organizations, clock);

  /** Those ids that groups of the organization have. */
  async function groupsAmong(ids: {
    organizationId: string;
    groupIds: string[];
  }): Promise<Set<string>> {
    const { organizationId, groupIds } = ids;
    const wanted = groupIds.map((groupId) => ({
      tableName: tables.counterGroups,
      key: marshall({ organizationId, groupId }),
    }));
    const found = await batchGet(client, wanted);
    return new Set((found.get(tables.counterGroups) ?? []).map((item) => groupOf(item).id));
  }

  return {
    // Each group has an entry. The transaction also holds the organization, the member and one more
    // entry.
    maximumBatch: Math.floor((transactionItems - 3) / 2),

    async create(organizationId, groups, auditsOf) {
      const created = await change<GroupCreation>(organizationId, async ({ groupCount }) => {
        const present = await groupsAmong({ organizationId, groupIds: groups.map(({ id }) => id) });
        const missing = groups.filter(({ id }) => !present.has(id));
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
        const { entries, checked } = memberAuditWrite(tables, auditsOf?.(missing), refusal);
        const organization = { change: "counts" as const, groups: missing.length, alerts: 0 };
        return { result, write: { organization, items: [...puts, ...entries], ...checked } };
      });
      return created ?? { result: "no_such_organization" };
    },
  };
}

const refusal = {
  action: "manage_counters",
  otherwise: { result: "forbidden" },
} as const;

export function dynamodbGroupUpdates(
  client: DynamoDBClient,
  tables: GroupTables & MemberAuditTables,
  clock: Clock,
): GroupUpdates {
  const { get } = dynamodbGroups(client, tables);
  return {
    async change<Result>(
      key: GroupKey,
      decide: (before: StoredGroup | undefined) => GroupDecision<Result>,
    ) {
      type Changed = Result | { result: "forbidden" };
      // It conflicts with other changes of the settings and with counts being evaluated.
      const contention = { attempts: 30, what: `group ${key.groupId}` };
      return await retryConflicts<Changed>(clock, contention, async () => {
        const before = await get(key);
        const { result, write } = decide(before);
        if (before === undefined || write === undefined) return result;
        const update = settingsUpdate(tables, before, write.settings);
        const audited = { tables, audit: write.audit, action: refusal.action };
        const written = await transactAudited(client, [update], audited);
        if (written.result === "written") return result;
        return written.forbidden ? { result: "forbidden" } : conflict;
      });
    },
  };
}

/** On condition of these settings only: counts raise the revision of a busy group all the time. */
function settingsUpdate(
  { counterGroups }: GroupTables,
  before: StoredGroup,
  settings: GroupSettings,
): TransactWriteItem {
  const set = settingOf({ ...settings });
  const fields = Object.keys(settings);
  const stored = new Map<string, unknown>(Object.entries(before));
  const unchanged = fields.map((name) => ` AND #${name} = :before_${name}`);
  return {
    Update: {
      TableName: counterGroups,
      Key: marshall({ organizationId: before.organizationId, groupId: before.id }),
      UpdateExpression: `${set.expression} ADD revision :one`,
      ConditionExpression: `attribute_exists(groupId)${unchanged.join("")}`,
      ExpressionAttributeNames: set.names,
      ExpressionAttributeValues: marshall({
        ":one": 1,
        ...Object.fromEntries(fields.map((name) => [`:before_${name}`, stored.get(name)])),
        ...set.values,
      }),
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
  const alerts = dynamodbAlerts(client, tables);

  async function decide(
    key: GroupKey,
    auditOf: Parameters<GroupDeletions["deleteEmpty"]>[1],
  ): Promise<Decision<GroupDeletion>> {
    // Before everything else: its revision then covers the members and alerts read after it.
    const group = await groups.get(key);
    if (group === undefined) return { result: { result: "no_such_group" } };
    const [members, groupAlerts] = await allInOrder([
      groups.allMembers(key),
      alerts.on({ organizationId: key.organizationId, targetId: key.groupId }),
    ]);
    if (members.length > 0) return { result: { result: "has_members" } };
    const { entries, checked } = memberAuditWrite(tables, auditOf(group, groupAlerts), refusal);
    return {
      result: { result: "deleted", group, alerts: groupAlerts },
      write: {
        organization: { change: "counts", groups: -1, alerts: -groupAlerts.length },
        items: [deletion(key, group.revision), ...alertDeletions(groupAlerts), ...entries],
        ...checked,
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

  const alertDeletions = (groupAlerts: StoredAlert[]) =>
    groupAlerts.map((alert) => alertDeletion(tables.alerts, alert));

  return {
    async deleteEmpty(key, auditOf) {
      const deleted = await change(key.organizationId, () => decide(key, auditOf));
      return deleted ?? { result: "no_such_group" };
    },
  };
}
