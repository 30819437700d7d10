import type { DynamoDBClient, TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Counter, StoredCounter } from "../../../core/counters/counter.ts";
import type {
  CounterChange,
  CountingStore,
  NoGroupToJoin,
  SettingsStore,
  WriteResult,
} from "../../../core/counters/settings/change-counter.ts";
import type { CounterArchive } from "../../../core/counters/settings/counter-archive.ts";
import type { Tables } from "../../../core/tables.ts";
import { alertReplacement, dynamodbAlerts } from "../../alerts/dynamodb-alerts.ts";
import { dynamodbGroups, type GroupTables } from "../../groups/dynamodb-groups.ts";
import { type MarkTable, membershipItems, missingGroup } from "../../groups/dynamodb-membership.ts";
import { type MemberAuditTables, transactAudited } from "../../members/member-audit-items.ts";
import { dynamodbTimeZone } from "../../organizations/dynamodb-time-zone.ts";
import { counterUpdate, dynamodbStoredCounters, inUse } from "../dynamodb-counters.ts";
import { dynamodbTaps, type TapTables } from "../dynamodb-taps.ts";

/** All that changes of settings, groups and archival need. */
export type CounterChangeTables = GroupTables &
  MarkTable &
  MemberAuditTables &
  Tables<"organizations" | "counters" | "alerts" | "settingsChanges">;

/** Taps and changes of counters. */
export function dynamodbCounting(
  client: DynamoDBClient,
  tables: CounterChangeTables & TapTables,
): CountingStore & CounterArchive {
  return { ...dynamodbTaps(client, tables), ...dynamodbCounterChanges(client, tables) };
}

/**
 * Writes each change of a counter with its entry as one transaction, on condition of the counter's
 * version.
 */
export function dynamodbCounterChanges(
  client: DynamoDBClient,
  tables: CounterChangeTables,
): SettingsStore & CounterArchive {
  async function writeChange(
    { counter, change, membership, audit }: CounterChange,
    { changed, others = [] }: { changed: (keyof StoredCounter)[]; others?: TransactWriteItem[] },
  ): Promise<WriteResult | NoGroupToJoin> {
    const before = { version: counter.version - 1 };
    const items = [
      counterUpdate(tables.counters, { before, after: counter }, changed),
      { Put: { TableName: tables.settingsChanges, Item: marshall(change) } },
      ...membershipItems(tables, membership),
      ...others,
    ];
    const audited = { tables, audit, action: "manage_counters" } as const;
    const written = await transactAudited(client, items, audited);
    if (written.result === "written") return { result: "written" };
    if (written.forbidden) return { result: "forbidden" };
    const groupId = missingGroup(tables, items, written.reasons);
    return groupId === undefined ? { result: "conflict" } : { result: "no_such_group", groupId };
  }

  const stored = dynamodbStoredCounters(client, tables).get;
  const groups = dynamodbGroups(client, tables);

  return {
    async counter(key) {
      const counter = await stored(key);
      return counter && inUse(counter);
    },
    group: groups.get,
    timeZone: dynamodbTimeZone(client, tables),
    async member(group, counterId) {
      return (await groups.members(group, [counterId]))[0];
    },
    writeSettings: (change) =>
      writeChange(change, { changed: [...settingNames(change.change.changes)] }),
    stored,
    alerts: dynamodbAlerts(client, tables).on,
    writeArchival: (change) =>
      writeChange(change, {
        changed: ["archivedAt", "groupId"],
        others: change.pausing.map((pause) => alertReplacement(tables.alerts, pause)),
      }),
  };
}

function settingNames(settings: object): Set<keyof Counter> {
  return new Set(Object.keys(settings) as (keyof Counter)[]);
}
