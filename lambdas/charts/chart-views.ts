import type {
  ChartView,
  DayLevelsView,
  ExactNumber,
  HistoryEventView,
  HistoryView,
  TodayView,
} from "../../api/private/charts.ts";
import type { Chart } from "../../core/charts/chart.ts";
import type { DayLevels } from "../../core/charts/day-levels.ts";
import {
  AdjustmentMetadata,
  type CountEvent,
  type History,
  tappedAtOf,
  UndoMetadata,
} from "../../core/counters/count-event.ts";
import { isLate } from "../../core/counters/count-mark.ts";
import type { Today } from "../../core/counters/today.ts";
import { minuteMs, offsetMs } from "../../core/time-zone.ts";

export function chartView({ points, ...chart }: Chart): ChartView {
  const { level, endLevel, now } = chart;
  return {
    ...chart,
    level: exactNumber(level),
    endLevel: exactNumber(endLevel),
    points: points.map((point) => ({
      ...point,
      level: exactNumber(point.level),
      ups: exactNumber(point.ups),
      downs: exactNumber(point.downs),
      adjusted: exactNumber(point.adjusted),
    })),
    now: { ...now, level: exactNumber(now.level) },
  };
}

export function dayLevelsView({ startedMs, endsMs, levels }: DayLevels): DayLevelsView {
  const shown = [...levels].map(([id, hours]): [string, DayLevelsView["levels"][string]] => [
    id,
    hours.map(({ at, level }) => ({ at, level: exactNumber(level) })),
  ]);
  return {
    startedAt: new Date(startedMs).toISOString(),
    endsAt: new Date(endsMs).toISOString(),
    levels: Object.fromEntries(shown),
  };
}

export function todayView(today: Today): TodayView {
  const { level, peak, peakAt, startedAt, timeZone } = today;
  return {
    ...today,
    utcOffsetMinutes: offsetMs(timeZone, Date.parse(peakAt ?? startedAt)) / minuteMs,
    in: exactNumber(today.in),
    out: exactNumber(today.out),
    adjusted: exactNumber(today.adjusted),
    level: exactNumber(level),
    peak: peak === null ? null : exactNumber(peak),
  };
}

export function exactNumber(sum: bigint): ExactNumber {
  const number = Number(sum);
  return Number.isSafeInteger(number) ? number : String(sum);
}

export function historyView({ events, ...history }: History): HistoryView {
  return { ...history, events: events.map(eventView) };
}

function eventView(event: CountEvent): HistoryEventView {
  const { lastEventId, createdAt, delta, count, metadata } = event;
  return {
    ...{ lastEventId, createdAt, delta, count },
    by: countedBy(metadata),
    tappedAt: tappedAtOf(event),
    late: isLate(event),
    ...(AdjustmentMetadata.safeParse(metadata).data ?? UndoMetadata.safeParse(metadata).data),
  };
}

/** Gates and members write who they are into the metadata; an operator may write anything. */
function countedBy(metadata: CountEvent["metadata"]): HistoryEventView["by"] {
  const { member, gate } = metadata ?? {};
  if (typeof member === "string") return { kind: "member", id: member };
  if (typeof gate === "string") return { kind: "gate", id: gate };
  return { kind: "operator", id: null };
}
