import type { WatchedCount } from "../counters/count-event.ts";
import { countEventId } from "../counters/counter-names.ts";
import type { StoredAlert } from "./alert.ts";
import type { Firing } from "./firing.ts";
import { capacityInForce, rearmLevel, thresholdOf } from "./threshold.ts";

/** How a count changed the level that an alert watches. */
export interface LevelChange {
  previousLevel: number;
  level: number;
  /** The goal of the counter, or the capacity of the group. */
  capacity: number | null;
  /** Null for scope counter. */
  group: { id: string; name: string } | null;
  /** The organization's alert epoch. */
  epoch: number;
}

export interface Evaluated {
  /** The same object where nothing changed. */
  alert: StoredAlert;
  firing?: Firing;
}

/**
 * Applies a count to an alert: returns its next state, and what fired. A number that was set fires
 * nothing: the next tap decides. Pure; the caller decides whether the count is new to the alert.
 */
export function evaluate(alert: StoredAlert, count: WatchedCount, change: LevelChange): Evaluated {
  if (alert.paused) return { alert };
  const capacity = capacityInForce(alert, change.capacity);
  const threshold = thresholdOf(alert, capacity);
  if (threshold === undefined) return { alert };
  const current = withCurrentEpoch(alert, threshold, change, count);
  if (current.state === "armed" && change.level >= threshold) {
    if (count.cause === "adjustment") return { alert: current };
    const firing = firingOf(current, count, { ...change, threshold, capacity });
    return { alert: withState(current, "fired", count), firing };
  }
  if (current.state === "fired" && change.level < rearmLevel(alert, threshold)) {
    return { alert: withState(current, "armed", count) };
  }
  return { alert: current };
}

/**
 * The state that a level sets, whatever was before: `armed` below the threshold. A level at or
 * above it does not fire the alert.
 */
export function stateAt(level: number, threshold: number): StoredAlert["state"] {
  return level < threshold ? "armed" : "fired";
}

/** The alert with a state that counts since its organization's return to Enterprise. */
function withCurrentEpoch(
  alert: StoredAlert,
  threshold: number,
  { epoch, previousLevel }: LevelChange,
  count: WatchedCount,
): StoredAlert {
  if (alert.epoch === epoch) return alert;
  const state = stateAt(previousLevel, threshold);
  return { ...withState(alert, state, count), stateEventId: null, epoch };
}

function withState(
  alert: StoredAlert,
  state: StoredAlert["state"],
  count: WatchedCount,
): StoredAlert {
  const stateEventId = countEventId(count.counterId, count.lastEventId);
  const position = alert.scope === "counter" ? count.lastEventId : 0;
  return { ...alert, state, stateSince: count.createdAt, stateEventId, position };
}

function firingOf(
  alert: StoredAlert,
  count: WatchedCount,
  change: LevelChange & { threshold: number },
): Firing {
  return {
    organizationId: alert.organizationId,
    scope: alert.scope,
    kind: alert.kind,
    alertId: alert.id,
    alertName: alert.name,
    counterId: count.counterId,
    counterName: count.counterName,
    groupId: change.group?.id ?? null,
    groupName: change.group?.name ?? null,
    threshold: change.threshold,
    capacity: change.capacity,
    percent: alert.percent,
    previousLevel: change.previousLevel,
    level: change.level,
    lastEventId: count.lastEventId,
    createdAt: count.createdAt,
    // A group's alert has its group already.
    ...(alert.scope === "counter" &&
      count.groupId !== undefined && { counterGroupId: count.groupId }),
  };
}
