import { addDays, type Calendar, dayOf, startOfDayMs } from "../../../core/calendar.ts";
import {
  AdjustmentMetadata,
  type CountEvent,
  causeOf,
} from "../../../core/counters/count-event.ts";
import { isLate } from "../../../core/counters/count-mark.ts";
import { intervalStart } from "../../../core/counters/interval.ts";
import type { Report, ReportedInterval, ReportSums } from "../../../core/reports/report.ts";
import type { ReportRange } from "../../../core/reports/report-range.ts";
import { offsetMs } from "../../../core/time-zone.ts";
import { modelSums } from "../charts/model.ts";

/** The report on a counter that began at 0, made by looking at all of its events. */
export function modelReport(
  events: CountEvent[],
  { from, to, by, heatmap }: ReportRange,
  calendar: Calendar,
): Omit<Report, "createdAt"> {
  const dateOf = memoized((ms) => dayOf(calendar, ms).date);
  const hourOf = memoized((ms) => intervalStart("hour", calendar, ms));
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  // So many whole weeks that the days before end before those of the report begin.
  let earlier = 7;
  while (earlier < days) earlier += 7;
  const [fromBefore, toBefore] = [addDays(from, -earlier), addDays(to, -earlier)];
  const dated = events.map((event) => {
    const atMs = Date.parse(event.createdAt);
    return { event, date: dateOf(atMs), hourMs: hourOf(atMs) };
  });
  const between = (first: string, last: string) =>
    dated.flatMap(({ event, date }) => (first <= date && date <= last ? [event] : []));
  const fromMs = startOfDayMs(calendar, from);
  const toMs = startOfDayMs(calendar, addDays(to, 1));
  const rowsIn = (first: string, end: string, offset: number) => {
    const [firstMs, endMs] = [startOfDayMs(calendar, first), startOfDayMs(calendar, end)];
    const starts = dated.flatMap(({ event, date, hourMs }) => {
      if (by === "hour") {
        const isIn = hourOf(firstMs) <= hourMs && hourMs < endMs;
        return isIn ? [{ event, startMs: hourMs }] : [];
      }
      if (date < first || date >= end) return [];
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
      ...modelInterval(between(fromBefore, toBefore), dateOf),
      level: BigInt(between("0000-01-01", toBefore).at(-1)?.count ?? 0),
      rows: rowsIn(fromBefore, addDays(toBefore, 1), earlier).map(({ at, in: ups, out }) => ({
        ...{ at, in: ups, out },
      })),
    },
    heatmap: heatmap ? modelHeatmap(dated, { fromMs, toMs, calendar }) : null,
  };
}

function modelHeatmap(
  dated: { event: CountEvent; hourMs: number }[],
  { fromMs, toMs, calendar }: { fromMs: number; toMs: number; calendar: Calendar },
): bigint[][] {
  return Array.from({ length: 7 }, (_, weekday) =>
    Array.from({ length: 24 }, (_, hour) => {
      const of = dated.filter(({ hourMs }) => {
        if (hourMs < fromMs || hourMs >= toMs) return false;
        const shown = new Date(hourMs + offsetMs(calendar.timeZone, hourMs));
        const date = new Date(dayOf(calendar, hourMs).date);
        return shown.getUTCHours() === hour && (date.getUTCDay() + 6) % 7 === weekday;
      });
      return modelReportSums(of.map(({ event }) => event)).in;
    }),
  );
}

function modelInterval(events: CountEvent[], dateOf: (ms: number) => string): ReportedInterval {
  const dates = [...Map.groupBy(events, ({ createdAt }) => dateOf(Date.parse(createdAt))).values()];
  const peaks = dates.flatMap(modelPeaks);
  const highest = peaks.reduce<(typeof peaks)[number] | undefined>(
    (most, each) => (most === undefined || each.peak > most.peak ? each : most),
    undefined,
  );
  return {
    ...modelReportSums(events),
    level: BigInt(events.at(-1)?.count ?? 0),
    peak: highest?.peak ?? null,
    peakAt: highest?.peakAt ?? null,
  };
}

/** What taps and undos of a day made; a reset that came late moves what was made before it. */
function modelPeaks(ofDay: CountEvent[]): { peak: bigint; peakAt: string }[] {
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
