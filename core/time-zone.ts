// Without zod: pages of the console load it at once.
import { knownZone } from "./known-zone.ts";

/** The zone of an organization that has set none. */
export const defaultTimeZone = "UTC";

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

/**
 * In every zone of today hours and days begin at a quarter-hour of UTC, as do changes of its clocks.
 */
export const quarterMs = 15 * minuteMs;

export const dayMs = 86_400_000;

/** By how much the zone's clocks are ahead of UTC at a moment, in milliseconds. */
export function offsetMs(timeZone: string, atMs: number): number {
  if (timeZone === defaultTimeZone) return 0;
  const seconds = Math.floor(atMs / 1_000) * 1_000;
  const parts = new Map(
    formatIn(knownZone(timeZone))
      .formatToParts(seconds)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  const date = [part("year"), part("month") - 1, part("day")] as const;
  return Date.UTC(...date, part("hour"), part("minute"), part("second")) - seconds;
}

/**
 * Returns the moment, in milliseconds, at which the zone's clocks show a date and time. A time that the
 * clocks skip is moved later by the length of the jump; of a time that they show twice, the first is
 * returned.
 */
export function shownAtMs(shown: string, timeZone: string): number {
  const shownMs = Date.parse(`${shown.replace(" ", "T")}Z`);
  return momentOf(shownMs, timeZone) ?? shownMs - offsetMs(timeZone, shownMs - dayMs);
}

/**
 * The first moment at which the zone's clocks have reached a date and time, given in milliseconds as
 * if it were of UTC. A time that they skip is reached when they jump.
 */
export function reachedAtMs(shownMs: number, timeZone: string): number {
  const exact = momentOf(shownMs, timeZone);
  if (exact !== undefined) return exact;
  let [before, reached] = [shownMs - dayMs, shownMs + dayMs];
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2);
    if (middle + offsetMs(timeZone, middle) >= shownMs) reached = middle;
    else before = middle;
  }
  return reached;
}

/** The first moment at which the zone's clocks show a time; undefined for one that they skip. */
function momentOf(shownMs: number, timeZone: string): number | undefined {
  // Clocks are less than a day ahead of UTC or behind it, and change at most once in two days.
  for (const nearMs of [shownMs - dayMs, shownMs + dayMs]) {
    const atMs = shownMs - offsetMs(timeZone, nearMs);
    if (atMs + offsetMs(timeZone, atMs) === shownMs) return atMs;
  }
  return undefined;
}

// A format takes a hundred times longer to make than to use.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const kept = formats.get(timeZone);
  if (kept !== undefined) return kept;
  const format = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone, calendar: "iso8601", numberingSystem: "latn", hourCycle: "h23" },
    ...{ year: "numeric", month: "numeric", day: "numeric" },
    ...{ hour: "numeric", minute: "numeric", second: "numeric" },
  });
  formats.set(timeZone, format);
  return format;
}

/**
 * When the hour began that contains a moment, in milliseconds: where clocks change, an hour can be short.
 */
export function hourStartMs(timeZone: string, atMs: number): number {
  let start = Math.floor(atMs / quarterMs) * quarterMs;
  const offset = offsetMs(timeZone, start);
  const full = Math.floor((start + offset) / hourMs) * hourMs - offset;
  // Where no clock changes in between, the hour begins where the local time is whole.
  if (offsetMs(timeZone, full - quarterMs) === offset) return full;
  const name = hourName(timeZone, start);
  while (hourName(timeZone, start - quarterMs) === name) start -= quarterMs;
  return start;
}

/** The same for all moments of an hour, and another for the one before: one passed twice is two. */
function hourName(timeZone: string, atMs: number): string {
  const offset = offsetMs(timeZone, atMs);
  return `${Math.floor((atMs + offset) / hourMs)} ${offset}`;
}
