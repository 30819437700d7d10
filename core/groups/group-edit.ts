import { compareFields } from "../compare-fields.ts";
import { isGroupId } from "../counters/counter.ts";
import type { ChangedBy } from "../members/changed-by.ts";
import { type AuditPorts, type ChangeAudit, changeAudit } from "../members/member-audit.ts";
import type { GroupKey, GroupSettings, StoredGroup } from "./group.ts";
import { groupChanged } from "./group-audit.ts";
import { findGroup, type GroupLookupPorts } from "./group-changes.ts";

export interface GroupUpdates {
  /**
   * Decides from the group as it is, and writes the settings with the audit entry if they are still
   * as they were read; otherwise decides again.
   */
  change<Result>(
    key: GroupKey,
    decide: (before: StoredGroup | undefined) => GroupDecision<Result>,
  ): Promise<Result | { result: "forbidden" }>;
}

export interface GroupDecision<Result> {
  result: Result;
  /** Absent when there is nothing to write. */
  write?: { settings: GroupSettings; audit: ChangeAudit };
}

export interface GroupEditPorts extends AuditPorts {
  groupUpdates: GroupUpdates;
}

/** A change by a person who saw the group's settings before. */
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
  /** Another person has set these fields to something else. Nothing was written. */
  | { result: "conflict"; group: StoredGroup; fields: string[] };

/**
 * Changes a group's name or capacity, unless another person has changed the same since it was seen.
 * The audit entry is written with the change. The group's id may be any text, and its total in the
 * result is that of just before.
 */
export async function editGroup(
  ports: GroupEditPorts,
  { key, settings, seen }: GroupSettingsEdit,
  by: ChangedBy,
): Promise<GroupEditResult> {
  return await changeGroup<GroupEditResult>(ports, key, (before) => {
    const { wanted, conflicting } = compareFields(before, settings, seen);
    return conflicting.length > 0
      ? { result: { result: "conflict", group: before, fields: conflicting } }
      : decideSettings(ports, { before, wanted, by });
  });
}

/**
 * The same for a person who has not seen the group. Alerts that go by its capacity follow at the next
 * count.
 */
export async function updateGroup(
  ports: GroupLookupPorts & GroupEditPorts,
  { key, settings }: Omit<GroupSettingsEdit, "seen">,
  by: ChangedBy,
): Promise<GroupUpdate | { result: "no_such_organization" }> {
  const found = await findGroup(ports, key);
  if (found.result !== "found") return found;
  return await changeGroup<GroupUpdate>(ports, key, (before) => {
    const { wanted } = compareFields(before, settings, {});
    return decideSettings(ports, { before, wanted, by });
  });
}

async function changeGroup<Result>(
  { groupUpdates }: GroupEditPorts,
  key: GroupKey,
  decide: (before: StoredGroup) => GroupDecision<Result>,
): Promise<Result | Extract<GroupUpdate, { result: "forbidden" | "no_such_group" }>> {
  const none = { result: "no_such_group" } as const;
  if (!isGroupId(key.groupId)) return none;
  type Changed = Result | typeof none;
  return await groupUpdates.change<Changed>(key, (before) =>
    before === undefined ? { result: none } : decide(before),
  );
}

function decideSettings(
  ports: AuditPorts,
  { before, wanted, by }: { before: StoredGroup; wanted: GroupSettings; by: ChangedBy },
): GroupDecision<GroupUpdate> {
  if (Object.keys(wanted).length === 0) return { result: { result: "unchanged", group: before } };
  const group = { ...before, ...wanted, revision: before.revision + 1 };
  const change = { ...groupChanged(before, group), action: "group.update" as const };
  const audit = changeAudit(ports, by, change);
  return { result: { result: "updated", before, group }, write: { settings: wanted, audit } };
}
