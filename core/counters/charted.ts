import { type CountMark, type KeptSums, sumsOf } from "./count-mark.ts";
import type { StoredCounter } from "./counter.ts";

/** What a chart shows the history of, as it is now. */
export interface Charted extends KeptSums {
  level: bigint;
  /** Of the newest count: the lastEventId of a counter, the revision of a group. */
  position: number;
  createdAt: string;
  /**
   * True where another counter or group may have had this id before, and has left its marks.
   */
  mayReplace?: boolean;
  /** True where the number only rises, or has until now: its peak would always be its last number. */
  onlyRises?: boolean;
}

export function chartedCounter(counter: StoredCounter): Charted {
  const { mode, resetDaily, count, lastEventId: position } = counter;
  const onlyRises = mode === "increment-only" && !resetDaily;
  return { ...counter, level: BigInt(count), position, ...(onlyRises && { onlyRises }) };
}

/** Without marks of counts that came after the charted was read, and of a former one. */
export function ownMarks(read: CountMark[], charted: Charted): CountMark[] {
  const known = read.filter(({ position }) => position <= charted.position);
  if (charted.mayReplace !== true) return known;
  if (charted.lastCountAt === undefined) return [];
  // The last mark that is no newer than the creation can be of the first count; the level was 0 before.
  const createdMs = Date.parse(charted.createdAt);
  const born = known.findLastIndex(({ at }) => Date.parse(at) <= createdMs);
  const first = known[born];
  const isOwn = first?.level === 0n && Object.values(sumsOf(first)).every((sum) => !sum);
  return known.slice(isOwn ? born : born + 1);
}
