import type { Day } from "../../calendar.ts";
import type { CountEvent } from "../count-event.ts";
import type { StoredCounter } from "../counter.ts";
import { peakSince, replacePeak } from "../peak.ts";
import { countBy } from "../taps/tap.ts";

/**
 * What the counter's number becomes with the start of a day; undefined where it stays. A start that
 * comes late takes away the level that the counter had then, and keeps what was counted since.
 */
export function numberAfterReset(
  counter: StoredCounter,
  day: Day,
  levelAtStart: number,
): number | undefined {
  if (!awaitsReset(counter, day) || levelAtStart === counter.resetTo) return undefined;
  return counter.count - levelAtStart + counter.resetTo;
}

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

/** The counter with its day started, and the event; undefined where there is nothing to write. */
export function dailyReset(
  counter: StoredCounter,
  { day, levelAtStart, nowMs }: { day: Day; levelAtStart: number; nowMs: number },
): { counter: StoredCounter; event: CountEvent } | undefined {
  const to = numberAfterReset(counter, day, levelAtStart);
  if (to === undefined) return undefined;
  const delta = counter.resetTo - levelAtStart;
  if (!Number.isSafeInteger(delta)) return undefined;
  const metadata = { adjustment: { to, day: day.date } };
  const counted = countBy(counter, { delta, metadata, nowMs });
  if (counted === undefined) return undefined;
  // What was made since the day started, was made on top of the level that is taken away now.
  const { peak, peakAt } = peakSince(counter, day.startMs);
  const moved =
    peak !== undefined && peakAt !== undefined ? { peak: peak + BigInt(delta), peakAt } : {};
  return {
    event: counted.event,
    counter: { ...replacePeak(counted.counter, moved), lastDailyReset: day.date },
  };
}
