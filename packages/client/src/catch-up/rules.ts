import type { Count } from "../counter.ts";
import type { Change, HeldCount, Hole, Position } from "./store.ts";

/** More are not held: the history has them, and a store reads all that is held at once. */
export const maximumHeld = 1_000;

/** A position, or the beginning of a counter that is not stored yet. */
export type Start = Omit<Position, "revision"> & { revision: number | null };

/**
 * What an event that arrives changes; undefined when it changes nothing: a duplicate, or one that is held already or
 * beyond what is held.
 */
export function changeOnArrival(position: Start, count: Count, now: Date): Change | undefined {
  const { completeTo, held } = position;
  const { counterId, lastEventId } = count;
  if (lastEventId <= completeTo || held.some((one) => one.count.lastEventId === lastEventId))
    return;
  if (lastEventId === completeTo + 1)
    return changeThrough(position, counterId, {
      events: [count],
      through: lastEventId,
      confirmed: true,
    });
  if (held.length >= maximumHeld) return;
  const hold = [{ count, heldSince: now.toISOString() }];
  return { counterId, ...unchanged(position), process: [], hold, holes: [] };
}

export interface Part {
  /** All that is known above *w* and up to `through`, in any order; what is held need not be among them. */
  events: Count[];
  through: number;
  /** Whether the numbers that neither `events` nor what is held has are known not to exist. */
  confirmed: boolean;
}

/** How *w* passes a part of a counter's numbers, and the held events that follow it. */
export function changeThrough(position: Start, counterId: string, part: Part): Change | undefined {
  const { completeTo, held } = position;
  if (part.through <= completeTo) return;
  let to = completeTo;
  const known = new Map(held.map(({ count }) => [count.lastEventId, count]));
  for (const count of part.events) known.set(count.lastEventId, count);
  const within = [...known.keys()].filter((number) => number > to && number <= part.through);
  const process: Count[] = [];
  const holes: Hole[] = [];
  const passHole = (next: number) => {
    if (next > to + 1) holes.push({ from: to + 1, to: next - 1, confirmed: part.confirmed });
  };
  for (const number of within.sort((one, other) => one - other)) {
    passHole(number);
    process.push(known.get(number) as Count);
    to = number;
  }
  passHole(part.through + 1);
  to = part.through;
  for (let next = known.get(to + 1); next !== undefined; next = known.get(to + 1)) {
    process.push(next);
    to += 1;
  }
  return { counterId, revision: position.revision, completeTo: to, process, hold: [], holes };
}

/** The position after a change. */
export function positionAfter(before: Position | undefined, change: Change): Position {
  const held = [...(before?.held ?? []), ...change.hold];
  return {
    revision: (before?.revision ?? 0) + 1,
    completeTo: change.completeTo,
    held: held.filter(({ count }) => count.lastEventId > change.completeTo),
  };
}

/** The oldest time and the highest number of what is held. */
export function summaryOf(held: HeldCount[]): { since: string; highest: number } | undefined {
  const [first, ...rest] = held;
  if (first === undefined) return undefined;
  let since = first.heldSince;
  let highest = first.count.lastEventId;
  for (const { count, heldSince } of rest) {
    if (heldSince < since) since = heldSince;
    highest = Math.max(highest, count.lastEventId);
  }
  return { since, highest };
}

function unchanged({ revision, completeTo }: Start) {
  return { revision, completeTo };
}
