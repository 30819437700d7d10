import * as z from "zod";

/** Numbers of a counter that no event has, the first and the last included. */
export interface Hole {
  from: number;
  to: number;
}

/** Maps the first number of each hole to its last. */
export const Holes = z.record(z.string(), z.int());

/** A counter, as far as its numbers go. */
interface Numbered {
  lastEventId: number;
  holes?: z.infer<typeof Holes>;
}

/**
 * The restore reserve: the numbers that a counter skips when its lost item is restored, because lost
 * events may have used them. It ends at the time of the restore in milliseconds. A counter takes at
 * most 500 events a second (docs/operators/costs.md) and continues at such a time, so its numbers
 * never overtake the clock, however often it is restored.
 */
export function restoreReserve(newest: number, nowMs: number): Hole {
  return { from: newest + 1, to: Math.max(newest + 1, nowMs) };
}

/** The holes that restores have left, or found. */
export function holesOf({ holes = {} }: Pick<Numbered, "holes">): Hole[] {
  return Object.entries(holes).map(([from, to]) => ({ from: Number(from), to }));
}

/** How many events a counter can have had at most. */
export function maximumEvents(counter: Numbered): number {
  const missing = holesOf(counter).reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return counter.lastEventId - missing;
}
