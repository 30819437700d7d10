import { type Charted, chartedCounter } from "../counters/charted.ts";
import { isGroupId, type StoredCounter } from "../counters/counter.ts";
import { isCounterId } from "../counters/counter-names.ts";
import { chartedGroup, type StoredGroup } from "../groups/group.ts";

/** What the overview shows a tile of: a counter in use, or a group. */
export interface OverviewTarget {
  kind: "counter" | "group";
  id: string;
  name: string;
  /** Of a group; null for one without. */
  capacity: number | null;
  /** Of a counter; null for one without. */
  goal: number | null;
  locked: boolean;
  /** Of the newest count. */
  lastCountAt: string | null;
  charted: Charted;
}

export function isTargetId(text: string): boolean {
  return isCounterId(text) || isGroupId(text);
}

export function counterTarget(counter: StoredCounter): OverviewTarget {
  const { id, name, goalTarget: goal, locked, lastCountAt = null } = counter;
  const charted = chartedCounter(counter);
  return { kind: "counter", id, name, capacity: null, goal, locked, lastCountAt, charted };
}

export function groupTarget(group: StoredGroup): OverviewTarget {
  const { id, name, capacity, lastCountAt = null } = group;
  const charted = chartedGroup(group);
  return { kind: "group", id, name, capacity, goal: null, locked: false, lastCountAt, charted };
}
