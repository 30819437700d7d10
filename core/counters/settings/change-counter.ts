import { compareFields } from "../../compare-fields.ts";
import type { ChangedBy } from "../../members/changed-by.ts";
import { type AuditPorts, type ChangeAudit, changeAudit } from "../../members/member-audit.ts";
import {
  type CounterKey,
  type CounterSettings,
  isGroupId,
  type StoredCounter,
} from "../counter.ts";
import { settingsChanged } from "./counter-audit.ts";
import { changeSettings, type SettingsChange } from "./settings-change.ts";

export interface CounterChanges {
  /**
   * Decides from the counter as it is, undefined for one that does not exist or is archived. Writes on
   * condition of its version, together with the groups that it leaves and joins and the audit entry;
   * if another writer came first, decides again. Throws a ContentionError when it gives up.
   */
  change<Result>(
    key: CounterKey,
    decide: (counter: StoredCounter | undefined) => CounterDecision<Result>,
  ): Promise<Result | Forbidden>;
}

export interface CounterDecision<Result> {
  result: Result;
  /** Absent when there is nothing to write. */
  write?: CounterWrite<Result>;
}

/** A counter before and after a change, and what is written with it. */
export interface CounterWrite<Result> {
  before: StoredCounter;
  after: StoredCounter;
  change: SettingsChange;
  audit: ChangeAudit;
  /** The result when the group that it joins does not exist. */
  withoutGroup?: Result;
}

/** The member may no longer manage counters. */
export interface Forbidden {
  result: "forbidden";
}

/** A counter was to join a group that its organization does not have. */
export interface NoGroupToJoin {
  result: "no_such_group";
  groupId: string;
}

export type SettingsResult =
  | { result: "updated"; before: StoredCounter; counter: StoredCounter }
  | { result: "no_such_counter" }
  | Forbidden
  | NoGroupToJoin;

/** What changing settings needs. */
export interface SettingsPorts extends AuditPorts {
  counterChanges: CounterChanges;
}

/**
 * Changes settings, and with `groupId` the counter's group: in the same transaction it leaves the one
 * and joins the other, and the audit entry is written.
 */
export async function updateSettings(
  ports: SettingsPorts,
  { key, settings }: { key: CounterKey; settings: CounterSettings },
  by: ChangedBy,
): Promise<SettingsResult> {
  return await ports.counterChanges.change<SettingsResult>(key, (counter) =>
    counter === undefined
      ? { result: { result: "no_such_counter" } }
      : decideSettings(ports, counter, { settings, auditOf: auditOfSettings(ports, by) }),
  );
}

export function auditOfSettings(ports: AuditPorts, by: ChangedBy): SettingsWrite["auditOf"] {
  return (before, after) =>
    changeAudit(ports, by, { ...settingsChanged(before, after), action: "counter.update" });
}

export interface SettingsWrite {
  settings: CounterSettings;
  auditOf(before: StoredCounter, after: StoredCounter): ChangeAudit;
}

export function decideSettings(
  { clock }: Pick<AuditPorts, "clock">,
  before: StoredCounter,
  { settings, auditOf }: SettingsWrite,
): CounterDecision<SettingsResult> {
  const { groupId } = settings;
  const withoutGroup = { result: "no_such_group", groupId: groupId ?? "" } as const;
  if (groupId && !isGroupId(groupId)) return { result: withoutGroup };
  const { counter: after, change } = changeSettings(before, settings, clock.now());
  const audit = auditOf(before, after);
  return {
    result: { result: "updated", before, counter: after },
    write: { before, after, change, audit, withoutGroup },
  };
}

/** A change by a person who saw the settings before. */
interface CounterSettingsEdit {
  key: CounterKey;
  settings: CounterSettings;
  /** What these settings were when the person saw them; one that is absent is written unseen. */
  seen: CounterSettings;
}

type EditResult =
  | SettingsResult
  /** The settings were so already: nothing was written. */
  | { result: "unchanged"; counter: StoredCounter }
  /** Another person has set these fields to something else. Nothing was written. */
  | { result: "conflict"; counter: StoredCounter; fields: string[] };

/**
 * Changes settings, unless another person has changed one of the same settings since they were seen:
 * changes of different settings both stay. Writes and throws like updateSettings.
 */
export async function editSettings(
  ports: SettingsPorts,
  { key, settings, seen }: CounterSettingsEdit,
  by: ChangedBy,
): Promise<EditResult> {
  return await ports.counterChanges.change<EditResult>(key, (counter) => {
    if (counter === undefined) return { result: { result: "no_such_counter" } };
    const { wanted, conflicting } = compareFields(counter, settings, seen);
    if (conflicting.length > 0) {
      return { result: { result: "conflict", counter, fields: conflicting } };
    }
    if (Object.keys(wanted).length === 0) return { result: { result: "unchanged", counter } };
    const write = { settings: wanted, auditOf: auditOfSettings(ports, by) };
    return decideSettings(ports, counter, write);
  });
}
