import type { Clock } from "../../clock.ts";
import { conflict, retryConflicts } from "../../conflict.ts";
import {
  type MemberReader,
  type MembershipChange,
  readMembershipChange,
} from "../../groups/membership.ts";
import type { ChangedBy } from "../../members/changed-by.ts";
import { type AuditPorts, type ChangeAudit, changeAudit } from "../../members/member-audit.ts";
import {
  type CounterKey,
  type CounterSettings,
  isGroupId,
  type StoredCounter,
} from "../counter.ts";
import { contended, type TapStore } from "../taps/count-batch.ts";
import { settingsChanged } from "./counter-audit.ts";
import { changeSettings, type SettingsChange } from "./settings-change.ts";

/** The result of writing a change on condition that the counter is as it was read. */
export type WriteResult = { result: "written" } | { result: "conflict" } | { result: "forbidden" };

/** What changes of settings need. */
export interface SettingsStore extends MemberReader {
  /** Undefined for a counter that does not exist or is archived. */
  counter(key: CounterKey): Promise<StoredCounter | undefined>;
  /** Writes the counter together with the groups that it leaves and joins, and the audit entry. */
  writeSettings(change: CounterChange): Promise<WriteResult | NoGroupToJoin>;
}

export interface CountingStore extends TapStore, SettingsStore {}

/** A counter as it is after a change, and what changes with it. */
export interface CounterChange {
  counter: StoredCounter;
  change: SettingsChange;
  membership: MembershipChange;
  audit: ChangeAudit;
}

/** A counter was to join a group that its organization does not have. */
export interface NoGroupToJoin {
  result: "no_such_group";
  groupId: string;
}

export type SettingsResult =
  | { result: "updated"; before: StoredCounter; counter: StoredCounter }
  | { result: "no_such_counter" }
  /** The member may no longer manage counters. */
  | { result: "forbidden" }
  | NoGroupToJoin;

/** What somebody needs who changes settings. */
export interface SettingsPorts extends AuditPorts {
  counting: SettingsStore;
  clock: Clock;
}

/**
 * Changes settings, and with `groupId` the counter's group: in the same transaction it leaves the one
 * and joins the other, and the audit entry is written. Throws like countTap.
 */
export async function updateSettings(
  ports: SettingsPorts,
  { key, settings }: { key: CounterKey; settings: CounterSettings },
  by: ChangedBy,
): Promise<SettingsResult> {
  return await retryConflicts<SettingsResult>(ports.clock, contended(key), async () => {
    const counter = await ports.counting.counter(key);
    if (counter === undefined) return { result: "no_such_counter" };
    return await changeCounter(ports, counter, { settings, auditOf: auditOfSettings(ports, by) });
  });
}

export function auditOfSettings(ports: AuditPorts, by: ChangedBy): SettingsWrite["auditOf"] {
  return (before, after) =>
    changeAudit(ports, by, { ...settingsChanged(before, after), action: "counter.update" });
}

export interface SettingsWrite {
  settings: CounterSettings;
  auditOf(before: StoredCounter, after: StoredCounter): ChangeAudit;
}

/** One attempt to change the settings of a counter as it was read. */
export async function changeCounter(
  { counting, clock }: Pick<SettingsPorts, "counting" | "clock">,
  before: StoredCounter,
  { settings, auditOf }: SettingsWrite,
): Promise<SettingsResult | typeof conflict> {
  const { groupId } = settings;
  // Older versions took free text as a group; a counter keeps what it has, and gets no more of it.
  if (groupId && !isGroupId(groupId)) return { result: "no_such_group", groupId };
  const nowMs = clock.now();
  const changed = changeSettings(before, settings, nowMs);
  const groups = { before, after: changed.counter };
  const membership = await readMembershipChange(counting, groups, nowMs);
  const audit = auditOf(before, changed.counter);
  const written = await counting.writeSettings({ ...changed, membership, audit });
  switch (written.result) {
    case "written":
      return { result: "updated", before, counter: changed.counter };
    case "conflict":
      return conflict;
    default:
      return written;
  }
}
