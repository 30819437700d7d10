import type { DayStartTime } from "../../../core/calendar.ts";
import { knownZone } from "../../../core/known-zone.ts";
import type { Language } from "../../../core/languages.ts";
import { quarterMs } from "../../../core/time-zone.ts";
import { withRegion } from "../../browser/language-tag.ts";

export type DateParts = Intl.DateTimeFormatOptions;

/** How much of a moment is shown, in the order of the viewer's region. */
export const precisions = {
  day: { dateStyle: "medium" },
  minute: { dateStyle: "medium", timeStyle: "short" },
  second: { dateStyle: "medium", timeStyle: "medium" },
  /** Beside a day that is said already, to the second or the minute. */
  clock: { timeStyle: "medium" },
  time: { timeStyle: "short" },
} as const satisfies Record<string, DateParts>;
export type Precision = keyof typeof precisions;

/** With the day of the week, the seconds and the time zone. */
export const fullMoment: DateParts = { dateStyle: "full", timeStyle: "long" };

/**
 * The console's sentences are English, and so are the names of days and months in them; their order and
 * the clock are those of the viewer's region.
 */
const viewers = withRegion("en", navigator.languages);

/** Kept, because making a format takes longer than drawing a row of a table. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Writes moments for the viewer, unless a language is given; in the viewer's time zone without one. */
export function dateFormat(
  parts: DateParts,
  wanted?: string,
  language?: Language,
): Intl.DateTimeFormat {
  const timeZone = wanted === undefined ? undefined : knownZone(wanted);
  const key = `${timeZone} ${language} ${JSON.stringify(parts)}`;
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(language ?? viewers, { timeZone, ...parts });
  formats.set(key, format);
  return format;
}

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });
const inThisYear: DateParts = {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
};

/** "3 min. ago" or "in 2 hr." within a day of now; any other moment by its date, with the year where it differs. */
export function formatAgo(atMs: number, nowMs: number, timeZone?: string): string {
  const seconds = Math.round((atMs - nowMs) / 1_000);
  const distance = Math.abs(seconds);
  // Clocks of browsers differ from the service's by seconds.
  if (distance < 20) return relative.format(0, "second");
  if (distance < 60) return relative.format(seconds, "second");
  if (distance < 3_600) return relative.format(Math.trunc(seconds / 60), "minute");
  if (distance < 86_400) return relative.format(Math.trunc(seconds / 3_600), "hour");
  const year = dateFormat({ year: "numeric" }, timeZone);
  const isThisYear = year.format(atMs) === year.format(nowMs);
  const parts = isThisYear ? inThisYear : { ...inThisYear, year: "numeric" as const };
  return dateFormat(parts, timeZone).format(atMs);
}

/** "in 14 sec." of a moment to come, whose last seconds count; "now" from then on, while it has not happened. */
export function formatUntil(atMs: number, nowMs: number, timeZone?: string): string {
  const seconds = Math.max(0, Math.ceil((atMs - nowMs) / 1_000));
  if (seconds < 60) return relative.format(seconds, "second");
  return formatAgo(atMs, nowMs, timeZone);
}

/** "Today", or its date, with the year where that is another one. */
export function formatDay(atMs: number, nowMs: number, timeZone?: string): string {
  const day = dateFormat(precisions.day, timeZone).format(atMs);
  if (day === dateFormat(precisions.day, timeZone).format(nowMs)) return "Today";
  const year = dateFormat({ year: "numeric" }, timeZone);
  const isThisYear = year.format(atMs) === year.format(nowMs);
  return isThisYear ? dateFormat({ month: "short", day: "numeric" }, timeZone).format(atMs) : day;
}

/** Its time, such as "10:21 AM", to the minute unless asked for more; before today with its day. */
export function formatMoment(
  atMs: number,
  nowMs: number,
  timeZone?: string,
  parts: DateParts = { hour: "numeric", minute: "2-digit" },
): string {
  const time = dateFormat(parts, timeZone).format(atMs);
  const day = formatDay(atMs, nowMs, timeZone);
  return day === "Today" ? time : `${day}, ${time}`;
}

/** When a day began, unless at midnight. */
export function dayStartOf(startedAt: string, timeZone: string): string | undefined {
  const parts: DateParts = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  const [at, startedMs] = [dateFormat(parts, timeZone), Date.parse(startedAt)];
  if (at.format(startedMs) === "00:00") return undefined;
  return dateFormat({ hour: "numeric", minute: "2-digit" }, timeZone).format(startedMs);
}

/** The time zone's name at a moment, such as "GMT+5:45"; `Intl` cannot combine it with a style. */
export function zoneName(moment: Date, timeZone?: string): string {
  const parts = dateFormat({ timeZoneName: "short" }, timeZone).formatToParts(moment);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** A time zone by its name, and how its times are shown where the browser does not know it. */
export function zoneLabel(timeZone: string): string {
  if (knownZone(timeZone) === timeZone) return timeZone;
  // At any moment: what stands for the zone changes no clocks.
  return `${timeZone} (shown as ${zoneName(new Date(0), timeZone)})`;
}

/** Whether the viewer's clock has twelve hours. */
export const hasTwelveHours = dateFormat({ hour: "numeric" }).resolvedOptions().hour12 === true;

/** What a picker of dates and times has, such as "2026-11-22 17:05:00", as tables write it. */
export function formatPickedTime(picked: string): string {
  return dateFormat(precisions.minute, "UTC").format(asUtc(picked));
}

/** A time at which days start, such as "04:00", as the viewer writes times. */
export function formatDayStart(at: DayStartTime): string {
  return dateFormat({ timeStyle: "short" }, "UTC").format(asUtc(`1970-01-01 ${at}:00`));
}

/** Every quarter-hour of a day. */
export const quarterChoices = Array.from({ length: 96 }, (_, quarter) =>
  new Date(quarter * quarterMs).toISOString().slice(11, 16),
).map((value) => ({ value, label: formatDayStart(value) }));

interface PickedDays {
  type: "default" | "multiple" | "range";
  date: unknown;
}

/** What a picker of days has, such as "2026-11-22", as tables write it: one day, or two with those between. */
export function formatPickedDays({ type, date }: PickedDays): string {
  const days = [date].flat().filter((each) => typeof each === "string");
  const [first, last] = days.map(asUtc);
  if (first === undefined) return "";
  const format = dateFormat(precisions.day, "UTC");
  if (last !== undefined) return format.formatRange(first, last);
  return type === "range" ? `${format.format(first)} –` : format.format(first);
}

/** A picked time has no zone: it is written as it is. */
function asUtc(picked: string): number {
  const [date, time = "00:00:00"] = picked.split(" ");
  return Date.parse(`${date}T${time}Z`);
}
