import type { Day } from "../../calendar.ts";
import type { CountEvent } from "../count-event.ts";
import type { StoredCounter } from "../counter.ts";
import { peakSince, replacePeak } from "../peak.ts";
import { countBy } from "../taps/tap.ts";

/**
 * Whether the counter still waits for the start of this day. It comes once a day; and where somebody has
 * set the number since the day started, or the daily reset was switched on since, it never comes.
 */
function awaitsReset(
  { archivedAt, resetDaily, lastDailyReset = "", dailyResetSince, lastAdjustedAt }: StoredCounter,
  { date, startMs }: Day,
): boolean {
  if (!resetDaily || archivedAt !== undefined || lastDailyReset >= date) return false;
  return [dailyResetSince, lastAdjustedAt].every(
    (at) => at === undefined || Date.parse(at) < startMs,
  );
}

/** False where there is nothing to do, as for most counters of a night; it needs no level. */
export function needsReset(counter: StoredCounter, day: Day): boolean {
  return awaitsReset(counter, day) && levelIfIdle(counter, day) !== counter.resetTo;
}

/** The level when the day started; undefined where the counter counted since: its marks know. */
export function levelIfIdle(
  { count, lastCountAt }: StoredCounter,
  { startMs }: Day,
): number | undefined {
  return lastCountAt === undefined || Date.parse(lastCountAt) < startMs ? count : undefined;
}

export type DailyReset =
  /** The counter as it is after the reset. */
  | { result: "reset"; counter: StoredCounter; event: CountEvent }
  /** `out_of_range`: an event cannot hold the number or the change. Nothing is written. */
  | { result: "not_needed" | "out_of_range" };

/**
 * Resets a counter to its `resetTo` at the start of the day. A reset that comes late takes away the level
 * that the counter had then, and keeps what was counted since.
 */
export function dailyReset(
  counter: StoredCounter,
  { day, levelAtStart, nowMs }: { day: Day; levelAtStart: number; nowMs: number },
): DailyReset {
  const delta = counter.resetTo - levelAtStart;
  if (!awaitsReset(counter, day) || delta === 0) return { result: "not_needed" };
  const metadata = { adjustment: { to: counter.count + delta, day: day.date } };
  const counted = countBy(counter, { delta, metadata, nowMs });
  if (counted === undefined) return { result: "out_of_range" };
  // What was made since the day started, was made on top of the level that is taken away now.
  const { peak, peakAt } = peakSince(counter, day.startMs);
  const moved =
    peak !== undefined && peakAt !== undefined ? { peak: peak + BigInt(delta), peakAt } : {};
  return {
    result: "reset",
    event: counted.event,
    counter: { ...replacePeak(counted.counter, moved), lastDailyReset: day.date },
  };
}
