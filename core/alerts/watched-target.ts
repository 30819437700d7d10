import type { StoredCounter } from "../counters/counter.ts";
import { levelOf, type StoredGroup } from "../groups/group.ts";
import type { AlertTarget, StoredAlert } from "./alert.ts";

/** Names what an alert watches. */
export interface TargetReference extends AlertTarget {
  scope: StoredAlert["scope"];
}

/** The counter or group that an alert watches, as it was read. */
export interface WatchedTarget extends TargetReference {
  name: string;
  /** The counter's count, or the group's total. */
  level: number;
  /** The counter's goal, or the group's capacity. */
  capacity: number | null;
  /** The newest count that the level contains; 0 for a group, which has many counters. */
  position: number;
  /** Paused ones among them. */
  alertCount: number;
  /** True for a counter that is out of use. */
  archived: boolean;
}

export function watchedCounter(counter: StoredCounter): WatchedTarget {
  const { id, organizationId, name, count, goalTarget, lastEventId, alertCount } = counter;
  return {
    scope: "counter",
    organizationId,
    targetId: id,
    name,
    level: count,
    capacity: goalTarget,
    position: lastEventId,
    alertCount,
    archived: counter.archivedAt !== undefined,
  };
}

export function watchedGroup(group: StoredGroup): WatchedTarget {
  const { id, organizationId, name, total, capacity, alertCount } = group;
  return {
    scope: "group",
    organizationId,
    targetId: id,
    name,
    level: levelOf(total),
    capacity,
    position: 0,
    alertCount,
    archived: false,
  };
}
