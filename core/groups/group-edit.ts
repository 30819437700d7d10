import type { Clock } from "../clock.ts";
import { compareFields } from "../compare-fields.ts";
import { conflict, retryConflicts } from "../conflict.ts";
import { isGroupId } from "../counters/counter.ts";
import type { ChangedBy } from "../members/changed-by.ts";
import { type AuditPorts, type ChangeAudit, changeAudit } from "../members/member-audit.ts";
import type { GroupKey, GroupSettings, StoredGroup } from "./group.ts";
import { groupChanged } from "./group-audit.ts";
import { findGroup, type GroupLookupPorts, type GroupReader } from "./group-changes.ts";

export interface GroupUpdates {
  /**
   * Changes settings of a group and writes the audit entry, if the group exists and these settings are
   * as they were read.
   */
  update(
    before: StoredGroup,
    settings: GroupSettings,
    audit: ChangeAudit,
  ): Promise<"updated" | "conflict" | "forbidden">;
}

export interface GroupEditPorts extends AuditPorts {
  groups: Pick<GroupReader, "get">;
  groupUpdates: GroupUpdates;
  clock: Clock;
}

/** A change by somebody who saw the group's settings before. */
export interface GroupSettingsEdit {
  key: GroupKey;
  settings: GroupSettings;
  /** What these settings were when the person saw them; one that is absent is written unseen. */
  seen: GroupSettings;
}

export type GroupUpdate =
  | { result: "updated"; before: StoredGroup; group: StoredGroup }
  /** The settings were so already: nothing was written. */
  | { result: "unchanged"; group: StoredGroup }
  /** The member may no longer manage counters. */
  | { result: "forbidden" }
  | { result: "no_such_group" };

export type GroupEditResult =
  | GroupUpdate
  /** Somebody else has set these fields to something else. Nothing was written. */
  | { result: "conflict"; group: StoredGroup; fields: string[] };

/** In the way are other changes of the same settings, and counts of a busy group that are evaluated. */
const attempts = 30;

/**
 * Changes a group's name or capacity, unless somebody else has changed the same since it was seen.
 * The audit entry is written with the change. The group's id may be any text, and its total in the
 * result is that of just before.
 */
export async function editGroup(
  ports: GroupEditPorts,
  { key, settings, seen }: GroupSettingsEdit,
  by: ChangedBy,
): Promise<GroupEditResult> {
  return await changeGroup<GroupEditResult>(ports, key, async (before) => {
    const { wanted, conflicting } = compareFields(before, settings, seen);
    return conflicting.length > 0
      ? { result: "conflict", group: before, fields: conflicting }
      : await writeSettings(ports, { before, wanted, by });
  });
}

/**
 * The same for somebody who has not seen the group. Alerts that go by its capacity follow at the next
 * count.
 */
export async function updateGroup(
  ports: GroupLookupPorts & GroupEditPorts,
  { key, settings }: Omit<GroupSettingsEdit, "seen">,
  by: ChangedBy,
): Promise<GroupUpdate | { result: "no_such_organization" }> {
  const found = await findGroup(ports, key);
  if (found.result !== "found") return found;
  return await changeGroup<GroupUpdate>(ports, key, async (before) => {
    const { wanted } = compareFields(before, settings, {});
    return await writeSettings(ports, { before, wanted, by });
  });
}

async function changeGroup<Result>(
  { groups, clock }: GroupEditPorts,
  key: GroupKey,
  change: (before: StoredGroup) => Promise<Result | typeof conflict>,
): Promise<Result | { result: "no_such_group" }> {
  type Changed = Result | { result: "no_such_group" };
  if (!isGroupId(key.groupId)) return { result: "no_such_group" };
  const contention = { attempts, what: `group ${key.groupId}` };
  return await retryConflicts<Changed>(clock, contention, async () => {
    const before = await groups.get(key);
    return before === undefined ? { result: "no_such_group" } : await change(before);
  });
}

async function writeSettings(
  ports: GroupEditPorts,
  { before, wanted, by }: { before: StoredGroup; wanted: GroupSettings; by: ChangedBy },
): Promise<GroupUpdate | typeof conflict> {
  if (Object.keys(wanted).length === 0) return { result: "unchanged", group: before };
  const group = { ...before, ...wanted, revision: before.revision + 1 };
  const change = { ...groupChanged(before, group), action: "group.update" as const };
  const audit = changeAudit(ports, by, change);
  const written = await ports.groupUpdates.update(before, wanted, audit);
  if (written === "forbidden") return { result: written };
  return written === "updated" ? { result: "updated", before, group } : conflict;
}
