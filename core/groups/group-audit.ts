import type { Change } from "../audit/audit-entry.ts";
import { levelOf, type StoredGroup } from "./group.ts";

/** A new group, or changed settings of one. */
export function groupChanged(before: StoredGroup | undefined, after: StoredGroup): Change {
  return {
    ...owned(after),
    before: before === undefined ? null : shown(before),
    after: shown(after),
  };
}

export interface DeletedGroup {
  group: StoredGroup;
  alerts: { id: string; name: string }[];
  /** How many counters were taken out of it. */
  ungrouped: number;
}

/** A group that was deleted with its alerts. */
export function groupDeleted({ group, alerts, ungrouped }: DeletedGroup): Change {
  const before = { ...shown(group), counters: ungrouped, alerts: alerts.map(({ id }) => id) };
  return { ...owned(group), before, after: null };
}

/** A reset that is under way, broke off or is done: how many counters it has set to another number. */
export function groupReset(
  group: StoredGroup,
  { adjusted, reason }: { adjusted: number; reason: string | undefined },
): Change {
  const after = { adjusted, ...(reason !== undefined && { reason }) };
  return { ...owned(group), before: {}, after };
}

/** A deletion that is under way, or broke off: the group is still there. */
export function groupEmptied(group: StoredGroup, ungrouped: number): Change {
  return { ...owned(group), before: {}, after: { ungrouped } };
}

export interface RecountedGroup {
  group: StoredGroup;
  /** By how much the total was too low; negative when it was too high. */
  difference: bigint;
  /** How many members lagged behind their counter or led it. */
  outdated: number;
  /** Counters of the group that were no members. */
  missing: number;
  /** Members whose counter is not in the group. */
  orphaned: number;
}

/** A recount that is under way, broke off or is done. */
export function groupRecounted({ group, difference, ...corrections }: RecountedGroup): Change {
  const before = { total: levelOf(group.total - difference) };
  return { ...owned(group), before, after: { total: levelOf(group.total), ...corrections } };
}

function owned({ organizationId, id, name }: StoredGroup) {
  return { organizationId, target: { kind: "group", id, name } };
}

function shown({ name, capacity }: StoredGroup) {
  return { name, capacity };
}
