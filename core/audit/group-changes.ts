import type { DeleteGroupResult } from "../groups/delete-group.ts";
import type { GroupKey, StoredGroup } from "../groups/group.ts";
import type { Change } from "./audit-entry.ts";

/** A new group, or changed settings of one. */
export function groupChanged(before: StoredGroup | undefined, after: StoredGroup): Change {
  return {
    ...owned(after),
    before: before === undefined ? null : shown(before),
    after: shown(after),
  };
}

export type DeletedGroup = DeleteGroupResult & { result: "deleted" };

/** A group that was deleted with its alerts. */
export function groupDeleted({ group, alerts, ungrouped }: DeletedGroup): Change {
  const before = { ...shown(group), counters: ungrouped, alerts: alerts.map(({ id }) => id) };
  return { ...owned(group), before, after: null };
}

/** A deletion that broke off: the group is still there. */
export function groupEmptied({ organizationId, groupId }: GroupKey, ungrouped: number): Change {
  const target = { kind: "group", id: groupId, name: null };
  return { organizationId, target, before: {}, after: { ungrouped } };
}

function owned({ organizationId, id, name }: StoredGroup) {
  return { organizationId, target: { kind: "group", id, name } };
}

function shown({ name, capacity }: StoredGroup) {
  return { name, capacity };
}
