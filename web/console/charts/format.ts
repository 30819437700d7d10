import type { ExactNumber } from "../../../api/private/charts.ts";
import type { Resolution } from "../../../core/counters/interval.ts";
import { type DateParts, dateFormat, hasTwelveHours, precisions } from "../dates/format.ts";

const whole = new Intl.NumberFormat();
const share = new Intl.NumberFormat(undefined, {
  ...{ style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" },
});
const unsigned = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 0 });
const ratio = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 2 });
const signed = new Intl.NumberFormat(undefined, { signDisplay: "exceptZero" });

/** What a counter's number and a group's are called, as in the API. */
export const countNames = { counter: "Count", group: "Total" } as const;
export type CountName = (typeof countNames)[keyof typeof countNames];

/** All digits, as the viewer writes numbers. */
export function formatExact(number: ExactNumber | bigint): string {
  return withMinus(whole.format(BigInt(number)));
}

export function formatSigned(number: ExactNumber | bigint): string {
  return withMinus(signed.format(BigInt(number)));
}

/** Two digits are enough to compare. */
export function formatRatio(number: number): string {
  return ratio.format(number);
}

/** A change as a share of what was, such as "+12%". */
export function formatShare(change: number): string {
  return withMinus(share.format(change));
}

/** A change beside an arrow, which is its sign; what is shown as 0 has none. */
export function shownChange(change: number) {
  const text = unsigned.format(Math.abs(change));
  if (text === unsigned.format(0)) return { direction: null, text, words: "" };
  return change > 0
    ? { direction: "up" as const, text, words: "more" }
    : { direction: "down" as const, text, words: "less" };
}

/** Languages whose `Intl` writes a hyphen get a minus, which is as wide as a plus. */
function withMinus(text: string): string {
  return text.replace("-", "\u2212");
}

const { minute } = precisions;
/** `Intl` cannot combine a day of the week with a style of that length. */
const weekday: DateParts = { weekday: "short", year: "numeric", month: "short", day: "numeric" };
const time: DateParts = { hour: "numeric", minute: "2-digit" };

export function formatTime(ms: number, timeZone?: string, parts: DateParts = time): string {
  return dateFormat(parts, timeZone).format(ms);
}

/** An interval: a day by its date, an hour by its start and its end or now, a minute by its start. */
export function formatInterval(
  { startMs, knownMs }: { startMs: number; knownMs: number },
  resolution: Resolution,
  timeZone: string,
): string {
  if (resolution === "day") {
    return dateFormat(weekday, timeZone).format(startMs);
  }
  const from = dateFormat(minute, timeZone).format(startMs);
  if (resolution === "minute") return from;
  return `${from} – ${dateFormat({ timeStyle: "short" }, timeZone).format(knownMs)}`;
}

/** From one minute to another; what they share is said once. */
export function formatRange(fromMs: number, toMs: number, timeZone: string): string {
  return dateFormat(minute, timeZone).formatRange(fromMs, toMs);
}

/** Labels below an axis of time; under the first of a day its date. */
export function axisLabels(seconds: number[], stepSeconds: number, timeZone?: string): string[] {
  if (stepSeconds >= 28 * 86_400) {
    return seconds.map((at) =>
      formatTime(at * 1_000, timeZone, { month: "short", year: "2-digit" }),
    );
  }
  const dates = seconds.map((at) =>
    formatTime(at * 1_000, timeZone, { month: "short", day: "numeric" }),
  );
  if (stepSeconds >= 86_400) return dates;
  const whole = hasTwelveHours && stepSeconds >= 3_600;
  const parts: DateParts = stepSeconds < 60 ? { ...time, second: "2-digit" } : time;
  return seconds.map((at, index) => {
    const label = formatTime(at * 1_000, timeZone, whole ? { hour: "numeric" } : parts);
    return dates[index] === dates[index - 1] ? label : `${label}\n${dates[index]}`;
  });
}
