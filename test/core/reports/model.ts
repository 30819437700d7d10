import { addDays, type Calendar, dayOf, startOfDayMs } from "../../../core/calendar.ts";
import {
  AdjustmentMetadata,
  type CountEvent,
  causeOf,
} from "../../../core/counters/count-event.ts";
import { isLate } from "../../../core/counters/count-mark.ts";
import { intervalStart } from "../../../core/counters/interval.ts";
import type { Report, ReportedInterval, ReportSums } from "../../../core/reports/report.ts";
import type { Against, ReportRange } from "../../../core/reports/report-range.ts";
import { offsetMs } from "../../../core/time-zone.ts";
import { modelSums } from "../charts/model.ts";

/** The report on a counter that began at 0, made by looking at all of its events. */
export function modelReport(
  events: CountEvent[],
  { from, to, by, heatmap, against = "weeks" }: ReportRange,
  { calendar, nowMs }: { calendar: Calendar; nowMs: number },
): Omit<Report, "createdAt"> {
  const dateOf = memoized((ms) => dayOf(calendar, ms).date);
  const hourOf = memoized((ms) => intervalStart("hour", calendar, ms));
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  const [fromBefore = from, toBefore = to] = [from, to].map((date) =>
    dateBefore(date, { days, against, isMonth: from.slice(0, 7) === to.slice(0, 7) }),
  );
  const earlier = Math.round((Date.parse(from) - Date.parse(fromBefore)) / 86_400_000);
  const untilMs = comparedUntil();
  const dated = events.map((event) => {
    const atMs = Date.parse(event.createdAt);
    return { event, date: dateOf(atMs), hourMs: hourOf(atMs) };
  });
  const between = (first: string, last: string) =>
    dated.flatMap(({ event, date }) => (first <= date && date <= last ? [event] : []));
  const isCompared = ({ createdAt }: CountEvent) => Date.parse(createdAt) < untilMs;
  const rowsIn = (first: string, end: string, offset: number) => {
    const firstMs = startOfDayMs(calendar, first);
    const starts = dated.flatMap(({ event, date, hourMs }) => {
      if (date < first || date >= end || (offset > 0 && !isCompared(event))) return [];
      if (by === "hour") return [{ event, startMs: Math.max(firstMs, hourMs) }];
      const ofPeriod = addDays(date, offset);
      const monday = addDays(ofPeriod, -((new Date(ofPeriod).getUTCDay() + 6) % 7));
      const start = by === "day" ? ofPeriod : monday < from ? from : monday;
      return [{ event, startMs: startOfDayMs(calendar, addDays(start, -offset)) }];
    });
    return [...Map.groupBy(starts, ({ startMs }) => startMs)].map(([startMs, some]) => {
      const of = some.map(({ event }) => event);
      const { peak, peakAt, ...interval } = modelInterval(of, dateOf);
      const hasPeak = by === "hour" ? { peak: null, peakAt: null } : { peak, peakAt };
      return { at: new Date(startMs).toISOString(), ...interval, ...hasPeak };
    });
  };
  const until = between("0000-01-01", to);
  const total = modelInterval(between(from, to), dateOf);
  return {
    rows: rowsIn(from, addDays(to, 1), 0),
    total: { ...total, level: BigInt(until.at(-1)?.count ?? 0) },
    before: {
      ...modelInterval(between(fromBefore, toBefore), dateOf, untilMs),
      level: BigInt(between("0000-01-01", toBefore).filter(isCompared).at(-1)?.count ?? 0),
      rows: rowsIn(fromBefore, addDays(toBefore, 1), earlier).map(({ at, in: ups, out }) => ({
        ...{ at, in: ups, out },
      })),
    },
    heatmap: heatmap ? modelHeatmap(dated, { from, to, calendar }) : null,
  };

  /** While days run: until the clocks of the day that stands for today show the same time. */
  function comparedUntil(): number {
    const endMs = startOfDayMs(calendar, addDays(toBefore, 1));
    const today = dateOf(nowMs);
    const like = addDays(fromBefore, (Date.parse(today) - Date.parse(from)) / 86_400_000);
    if (today < from || today > to || like > toBefore) return endMs;
    const shift = Date.parse(today) - Date.parse(like);
    const shownMs = Math.floor((nowMs + offsetMs(calendar.timeZone, nowMs)) / minute) * minute;
    const nextMs = startOfDayMs(calendar, addDays(like, 1));
    let atMs = startOfDayMs(calendar, like);
    while (atMs < nextMs && atMs + offsetMs(calendar.timeZone, atMs) < shownMs - shift) {
      atMs += minute;
    }
    return atMs;
  }
}

const minute = 60_000;

/** The day with which one is compared. */
function dateBefore(
  date: string,
  { days, against, isMonth }: { days: number; against: Against; isMonth: boolean },
): string {
  if (against === "weeks" || !isMonth) {
    let earlier = 7;
    while (earlier < days) earlier += 7;
    return addDays(date, -(against === "year" ? 364 * Math.ceil(days / 366) : earlier));
  }
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  const months = year * 12 + month - 1 - (against === "month" ? 1 : 12);
  const name = `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, "0")}`;
  // The last day of the month where it has no such day.
  for (let last = day; ; last -= 1) {
    const wanted = `${name}-${String(last).padStart(2, "0")}`;
    if (!Number.isNaN(Date.parse(wanted)) && addDays(wanted, 0) === wanted) return wanted;
  }
}

function modelHeatmap(
  dated: { event: CountEvent; date: string; hourMs: number }[],
  { from, to, calendar }: { from: string; to: string; calendar: Calendar },
): bigint[][] {
  return Array.from({ length: 7 }, (_, weekday) =>
    Array.from({ length: 24 }, (_, hour) => {
      const fromMs = startOfDayMs(calendar, from);
      const of = dated.filter(({ date: ofDay, hourMs }) => {
        if (ofDay < from || ofDay > to) return false;
        const startMs = Math.max(fromMs, hourMs);
        const shown = new Date(startMs + offsetMs(calendar.timeZone, startMs));
        const date = new Date(dayOf(calendar, startMs).date);
        return shown.getUTCHours() === hour && (date.getUTCDay() + 6) % 7 === weekday;
      });
      return modelReportSums(of.map(({ event }) => event)).in;
    }),
  );
}

function modelInterval(
  ofDays: CountEvent[],
  dateOf: (ms: number) => string,
  untilMs = Number.POSITIVE_INFINITY,
): ReportedInterval {
  const dates = Map.groupBy(ofDays, ({ createdAt }) => dateOf(Date.parse(createdAt)));
  const events = ofDays.filter(({ createdAt }) => Date.parse(createdAt) < untilMs);
  const days = [...dates.values()].flatMap((ofDay): (ModelPeak | "unknown")[] => {
    const counted = modelReportSums(ofDay.filter((event) => events.includes(event)));
    const highest = highestOf(modelPeaks(ofDay));
    // Of a part of a day only a peak that the whole day has is known.
    const isKnown = highest !== undefined && Date.parse(highest.peakAt) < untilMs;
    const isCounted = counted.in !== 0n || counted.out !== 0n;
    return isKnown ? [highest] : isCounted ? ["unknown"] : [];
  });
  const known = days.filter((day) => day !== "unknown");
  const highest = known.length < days.length ? undefined : highestOf(known);
  return {
    ...modelReportSums(events),
    level: BigInt(events.at(-1)?.count ?? 0),
    peak: highest?.peak ?? null,
    peakAt: highest?.peakAt ?? null,
  };
}

type ModelPeak = { peak: bigint; peakAt: string };

function highestOf(peaks: ModelPeak[]): ModelPeak | undefined {
  return peaks.reduce<ModelPeak | undefined>(
    (most, each) => (most === undefined || each.peak > most.peak ? each : most),
    undefined,
  );
}

/** What taps and undos of a day made; a reset that came late moves what was made before it. */
function modelPeaks(ofDay: CountEvent[]): ModelPeak[] {
  return ofDay.flatMap((event, index) => {
    if (causeOf(event) === "adjustment") return [];
    const moved = ofDay.slice(index + 1).reduce((sum, { metadata, delta }) => {
      const { adjustment } = AdjustmentMetadata.safeParse(metadata).data ?? {};
      return adjustment?.day === undefined ? sum : sum + BigInt(delta);
    }, 0n);
    return [{ peak: BigInt(event.count) + moved, peakAt: event.createdAt }];
  });
}

function modelReportSums(events: CountEvent[]): ReportSums {
  const { ups, downs, adjusted } = modelSums(events);
  return { in: ups, out: downs, adjusted, late: events.filter(isLate).length };
}

function memoized<Value>(compute: (ms: number) => Value): (ms: number) => Value {
  const known = new Map<number, Value>();
  return (ms) => {
    const value = known.get(ms) ?? compute(ms);
    known.set(ms, value);
    return value;
  };
}
