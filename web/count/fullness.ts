import type { CountView } from "../../core/counting/count-view.ts";

/** A counter of this page: what the service said of it, and the number that the page shows. */
export interface ShownCounter {
  view: CountView;
  count: number;
}

export interface Fullness {
  state: "room" | "almost" | "full";
  /** Of the counter or the group that has the capacity. */
  name: string;
  level: number;
  capacity: number;
  /** When the service said what this is made of. */
  knownAt: string;
}

/** How full a counter, or its group, is, with the taps that the service does not know; null without a limit. */
export function fullnessOf(own: ShownCounter, all: readonly ShownCounter[]): Fullness | null {
  const { limit } = own.view;
  if (limit === undefined) return null;
  const { name, level, knownAt } = limit.scope === "group" ? groupLevel(own, all) : counterOf(own);
  const { capacity, almostAt } = limit;
  const state = level >= capacity ? "full" : level >= almostAt ? "almost" : "room";
  return { state, name, level, capacity, knownAt };
}

function counterOf({ view, count }: ShownCounter) {
  return { name: view.name, level: count, knownAt: view.servedAt };
}

/**
 * The group's total follows the counts after a moment, and never has what waits on this device. So what
 * it contains of each counter here is replaced by the counter's number on this page.
 */
export function groupLevel(own: ShownCounter, all: readonly ShownCounter[]) {
  const { group } = own.view;
  const members = all.filter(
    ({ view }) => view === own.view || (group?.id !== undefined && view.group?.id === group.id),
  );
  const newest = members.reduce((a, b) => (b.view.servedAt > a.view.servedAt ? b : a), own);
  const level = members.reduce(
    (sum, { view, count }) => sum + count - (view.group?.contained ?? view.count),
    newest.view.group?.level ?? 0,
  );
  return { name: group?.name ?? "", level, knownAt: newest.view.servedAt };
}

/** The one that a page with several counters shows: the fullest. */
export function fullest(all: readonly (Fullness | null)[]): Fullness | null {
  const rank = { room: 0, almost: 1, full: 2 };
  return all.reduce(
    (most, each) =>
      each !== null && (most === null || rank[each.state] > rank[most.state]) ? each : most,
    null,
  );
}
