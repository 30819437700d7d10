import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Clock } from "../../../core/clock.ts";
import { conflict, retryConflicts } from "../../../core/conflict.ts";
import type { CounterKey, StoredCounter } from "../../../core/counters/counter.ts";
import type {
  CounterChanges,
  CounterWrite,
  Forbidden,
} from "../../../core/counters/settings/change-counter.ts";
import type {
  ArchivalDecision,
  CounterArchive,
} from "../../../core/counters/settings/counter-archive.ts";
import { contended } from "../../../core/counters/taps/count-batch.ts";
import { type MemberReader, readMembershipChange } from "../../../core/groups/membership.ts";
import type { Tables } from "../../../core/tables.ts";
import { alertReplacement, dynamodbAlerts } from "../../alerts/dynamodb-alerts.ts";
import { dynamodbGroups, type GroupTables } from "../../groups/dynamodb-groups.ts";
import { type MarkTable, membershipItems, missingGroup } from "../../groups/dynamodb-membership.ts";
import { type MemberAuditTables, transactAudited } from "../../members/member-audit-items.ts";
import { dynamodbCalendar } from "../../organizations/dynamodb-calendar.ts";
import { dayStartIndexUpdate } from "../../organizations/dynamodb-due-days.ts";
import { counterUpdate, dynamodbStoredCounters, inUse } from "../dynamodb-counters.ts";

/** All that changes of settings, groups and archival need. */
export type CounterChangeTables = GroupTables &
  MarkTable &
  MemberAuditTables &
  Tables<"organizations" | "counters" | "alerts" | "settingsChanges">;

/**
 * Writes each change of a counter with its entry as one transaction, on condition of the counter's
 * version.
 */
export function dynamodbCounterChanges(
  client: DynamoDBClient,
  tables: CounterChangeTables,
  clock: Clock,
): CounterChanges & CounterArchive {
  const { get } = dynamodbStoredCounters(client, tables);
  const alerts = dynamodbAlerts(client, tables);
  const reader = memberReader(client, tables);

  async function write<Result>({
    before,
    after,
    change,
    audit,
    withoutGroup,
    pausing = [],
  }: NonNullable<Decision<Result>["write"]>): Promise<
    "written" | Result | Forbidden | typeof conflict
  > {
    const membership = await readMembershipChange(reader, { before, after }, clock.now());
    const items = [
      counterUpdate(tables.counters, { before, after }),
      { Put: { TableName: tables.settingsChanges, Item: marshall(change) } },
      ...membershipItems(tables, membership),
      ...("resetDaily" in change.changes && change.changes.resetDaily
        ? [dayStartIndexUpdate(tables, after)]
        : []),
      ...pausing.map((pause) => alertReplacement(tables.alerts, pause)),
    ];
    const audited = { tables, audit, action: "manage_counters" } as const;
    const written = await transactAudited(client, items, audited);
    if (written.result === "written") return "written";
    if (written.forbidden) return { result: "forbidden" };
    // The group that it leaves can be gone only if another writer has moved the counter.
    const missing = missingGroup(tables, items, written.reasons);
    const isJoined = missing !== undefined && missing === after.groupId;
    return isJoined && withoutGroup !== undefined ? withoutGroup : conflict;
  }

  async function decideAndWrite<Result>(
    key: CounterKey,
    decide: (counter: StoredCounter | undefined) => Promise<Decision<Result>>,
  ): Promise<Result | Forbidden> {
    return await retryConflicts<Result | Forbidden>(clock, contended(key), async () => {
      const decision = await decide(await get(key));
      if (decision.write === undefined) return decision.result;
      const written = await write(decision.write);
      return written === "written" ? decision.result : written;
    });
  }

  return {
    change: (key, decide) =>
      decideAndWrite(key, async (counter) => decide(counter && inUse(counter))),

    changeArchival: (key, decide) =>
      decideAndWrite(key, async (counter) => {
        if (!counter?.alertCount) return decide(counter, []);
        const { organizationId, counterId: targetId } = key;
        return decide(counter, await alerts.on({ organizationId, targetId }));
      }),
  };
}

interface Decision<Result> {
  result: Result;
  write?: CounterWrite<Result> & Partial<NonNullable<ArchivalDecision<Result>["write"]>>;
}

function memberReader(client: DynamoDBClient, tables: CounterChangeTables): MemberReader {
  const groups = dynamodbGroups(client, tables);
  return {
    group: groups.get,
    calendar: dynamodbCalendar(client, tables),
    async member(group, counterId) {
      return (await groups.members(group, [counterId]))[0];
    },
  };
}
