import * as z from "zod";
import { dayMs, defaultTimeZone, offsetMs, reachedAtMs } from "./time-zone.ts";

/** A date such as "2026-11-22"; as texts, dates have their order. */
export const LocalDate = z.iso.date();
export type LocalDate = z.infer<typeof LocalDate>;

/** When days start unless an organization sets another time. */
export const midnight = "00:00";

/** A quarter-hour, as are the changes of clocks: a count of the same quarter begins no day. */
export const DayStartTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):(00|15|30|45)$/, 'must be a quarter-hour such as "04:00" or "22:30"');
export type DayStartTime = z.infer<typeof DayStartTime>;

/** From a date on, days start at this time. */
export const DayStart = z.object({ from: LocalDate, at: DayStartTime });
export type DayStart = z.infer<typeof DayStart>;

/** How many changes of the time an organization keeps; days before the oldest start at midnight. */
const maximumDayStarts = 20;

/** When an organization's days and hours begin. */
export const Calendar = z.object({
  /** An IANA name. It was checked when it was set: databases of time zones differ. */
  timeZone: z.string(),
  /** In the order of their dates; absent where no time was ever set. */
  dayStarts: z.array(DayStart).exactOptional(),
});
export type Calendar = z.infer<typeof Calendar>;

/** Of an organization that has set neither. */
export const defaultCalendar: Calendar = { timeZone: defaultTimeZone };

/** A day, by the date on which it starts. */
export interface Day {
  date: LocalDate;
  startMs: number;
}

/** The date that is some days later, or earlier. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return dateOf(Date.parse(date) + days * dayMs);
}

/** How many dates before the one that the clocks show a day can have started; one, and room. */
const earlierDays = 3;

/**
 * The day that contains a moment: the last one that has started. Where clocks go back over the start
 * of a day, the day goes on.
 */
export function dayOf(calendar: Calendar, atMs: number): Day {
  const shown = dateOf(atMs + offsetMs(calendar.timeZone, atMs));
  for (let later = 1; later >= -earlierDays; later -= 1) {
    const date = addDays(shown, later);
    const startMs = startOfDayMs(calendar, date);
    if (startMs <= atMs) return { date, startMs };
  }
  throw new RangeError(`no day contains ${atMs} in ${calendar.timeZone}`);
}

/**
 * The first moment, in epoch milliseconds, at which the zone's clocks have reached the date and the time at which it starts.
 * A date that they skip starts with the one after it.
 */
export function startOfDayMs({ timeZone, dayStarts = [] }: Calendar, date: LocalDate): number {
  const at = dayStarts.filter(({ from }) => from <= date).at(-1)?.at ?? midnight;
  return reachedAtMs(Date.parse(`${date}T${at}:00Z`), timeZone);
}

/** When the day after the one that contains a moment starts, in epoch milliseconds. */
export function nextDayStartMs(calendar: Calendar, atMs: number): number {
  return startOfDayMs(calendar, addDays(dayOf(calendar, atMs).date, 1));
}

/** From its start to that of the next day. */
export interface DayBounds {
  startMs: number;
  endMs: number;
}

/**
 * The moment of a day at which its clocks had reached a time: whatever compares a day that is not over
 * with an earlier one compares up to here. `shownMs` is what the clocks show, as if of UTC.
 */
export function sameTimeOf(
  { startMs, endMs }: DayBounds,
  shownMs: number,
  timeZone: string,
): number {
  return Math.min(endMs, Math.max(startMs, reachedAtMs(shownMs, timeZone)));
}

/** The time that was set last; it may apply only from a later date. */
export function dayStartTime({
  dayStarts = [],
}: {
  dayStarts?: DayStart[] | undefined;
}): DayStartTime {
  return dayStarts.at(-1)?.at ?? midnight;
}

/**
 * The start times after a change to `at`. It holds from the first day after the current one whose start
 * is still to come then, and replaces a change that does not hold yet. If the next day would have
 * started already without that change, the change stays for this one day: no day starts in the past.
 */
export function withDayStart(calendar: Calendar, at: DayStartTime, nowMs: number): DayStart[] {
  const { timeZone, dayStarts = [] } = calendar;
  const isToCome = (starts: DayStart[], date: LocalDate) =>
    startOfDayMs({ timeZone, dayStarts: starts }, date) > nowMs;
  const today = dayOf(calendar, nowMs).date;
  const tomorrow = addDays(today, 1);
  let from = tomorrow;
  while (!isToCome([{ from, at }], from)) from = addDays(from, 1);
  const held = dayStarts.filter((start) => start.from <= today);
  const staysForTomorrow = from > tomorrow && !isToCome(held, tomorrow);
  const kept = staysForTomorrow ? dayStarts.filter((start) => start.from <= tomorrow) : held;
  if (dayStartTime({ dayStarts: kept }) === at) return kept;
  return [...kept, { from, at }].slice(-maximumDayStarts);
}

function dateOf(localMs: number): LocalDate {
  return new Date(localMs).toISOString().slice(0, 10);
}
