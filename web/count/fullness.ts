import type { CountView } from "../../core/counting/count-view.ts";

/** A counter of this page: what the service said of it, and the number that the page shows. */
export interface ShownCounter {
  view: CountView;
  /** With what waits on this device. */
  count: number;
  /** Taps were sent that have no answer yet: the view is from before them. */
  unanswered: boolean;
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
 * The group's total follows the counts after a moment, and never has what waits on this device: that is
 * added for each counter here.
 */
export function groupLevel(own: ShownCounter, all: readonly ShownCounter[]) {
  const { group } = own.view;
  const members = all.filter(
    ({ view }) => view === own.view || (group?.id !== undefined && view.group?.id === group.id),
  );
  const { view: said } = totalToTake(members, own);
  const level = members.reduce(
    (sum, member) => sum + missingIn(said, member),
    said.group?.level ?? 0,
  );
  return { name: group?.name ?? "", level, knownAt: said.servedAt };
}

/** The newest total, but none that may contain taps that this page still adds. */
function totalToTake(members: readonly ShownCounter[], own: ShownCounter): ShownCounter {
  const isOlder = (a: ShownCounter, b: ShownCounter) => a.view.servedAt < b.view.servedAt;
  const unanswered = members.filter((member) => member.unanswered);
  if (unanswered.length > 0) return unanswered.reduce((a, b) => (isOlder(b, a) ? b : a));
  return members.reduce((a, b) => (isOlder(a, b) ? b : a), own);
}

/** What a total lacks of a counter: counts that it does not contain yet, and what waits here. */
function missingIn({ group }: CountView, { view, count }: ShownCounter): number {
  const contained = group?.members.find(({ counterId }) => counterId === view.id);
  const isAhead = contained !== undefined && contained.lastEventId > view.lastEventId;
  return count - (isAhead ? view.count : (contained?.count ?? 0));
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
