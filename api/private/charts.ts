import * as z from "zod";
import { Calendar, LocalDate } from "../../core/calendar.ts";
import { Adjustment, CountEvent } from "../../core/counters/count-event.ts";
import { Resolution } from "../../core/counters/interval.ts";
import { GivenTime } from "../../core/given-time.ts";
import { LiveQueryParameters } from "./counters.ts";
import type { Routes } from "./route.ts";

/** A whole number; as text where a number would lose digits. */
export const ExactNumber = z.union([z.int(), z.string().regex(/^-?\d+$/)]);
export type ExactNumber = z.infer<typeof ExactNumber>;

/** The query of a chart. */
export const ChartQuery = z.object({
  resolution: Resolution,
  from: GivenTime,
  /** Now, unless given. */
  to: GivenTime.optional(),
});
export type ChartQuery = z.infer<typeof ChartQuery>;

export const ChartPointView = z.object({
  /** When the interval began. */
  at: z.iso.datetime(),
  /** The level before it. */
  level: ExactNumber,
  /** What people counted; below 0 where only taps of earlier intervals were undone. */
  ups: ExactNumber,
  /** Positive, but for the same. */
  downs: ExactNumber,
  /** By how much the number was set higher, less by how much lower. */
  adjusted: ExactNumber,
  /** How many of its counts were uploaded late. */
  late: z.int(),
  /** Of a counter the lastEventId of its first count; of a group only a growing number. */
  position: z.int(),
});
export type ChartPointView = z.infer<typeof ChartPointView>;

/** The history of a counter or group over a range. */
export const ChartView = Calendar.extend({
  resolution: Resolution,
  /** Of the counter or group: it had no level before. */
  createdAt: z.iso.datetime(),
  /** The start of the interval that contains the wanted time. */
  from: z.iso.datetime(),
  /** Null for a chart that ends now. */
  to: z.iso.datetime().nullable(),
  /** At `from`. */
  level: ExactNumber,
  /** At the end of the interval that contains `to`, or now. */
  endLevel: ExactNumber,
  /** In order of time; intervals without counts are absent. */
  points: z.array(ChartPointView),
  now: z.object({ level: ExactNumber, lastCountAt: z.iso.datetime().nullable() }),
});
export type ChartView = z.infer<typeof ChartView>;

/** A count as the console's tables show it. */
export const HistoryEventView = CountEvent.pick({
  lastEventId: true,
  createdAt: true,
  delta: true,
  count: true,
}).extend({
  /** Who counted: a member or a gate by its id, or an operator. */
  by: z.object({ kind: z.enum(["member", "gate", "operator"]), id: z.string().nullable() }),
  /** When the finger lifted, as the device states it. */
  tappedAt: z.iso.datetime().nullable(),
  /** True when the count was uploaded late. */
  late: z.boolean(),
  /** Of a number that was set; `by` says nothing then. */
  adjustment: Adjustment.exactOptional(),
  /** Of an undo: the lastEventId of its tap. */
  undoes: z.int().exactOptional(),
});
export type HistoryEventView = z.infer<typeof HistoryEventView>;

/** The query of a history; the contract's parameters, as text. */
export const HistoryQuery = z.object({
  limit: z.string().exactOptional(),
  beforeEventId: z.string().exactOptional(),
});

/** A page of a counter's history, newest first; an empty one is after the last. */
export const HistoryView = z.object({
  counterId: z.string(),
  counterName: z.string(),
  events: z.array(HistoryEventView),
});
export type HistoryView = z.infer<typeof HistoryView>;

/** What people have counted on the present day of the organization. */
export const TodayView = z.object({
  /** On which the day started, in the organization's time zone. */
  date: LocalDate,
  startedAt: z.iso.datetime(),
  /** The organization's, in which people read the times of its day. */
  timeZone: z.string(),
  /** By how much it is ahead of UTC, at the peak if there is one: for browsers that do not know it. */
  utcOffsetMinutes: z.int(),
  in: ExactNumber,
  out: ExactNumber,
  /** By how much the number was set higher, less by how much lower. */
  adjusted: ExactNumber.default(0),
  /** Now. */
  level: ExactNumber,
  /** The highest number that a tap or an undo has made; null before the first. */
  peak: ExactNumber.nullable(),
  /** When it was made first. */
  peakAt: z.iso.datetime().nullable(),
});
export type TodayView = z.infer<typeof TodayView>;

/** How counters have stood today, for the list of them. */
export const DayLevelsView = z.object({
  startedAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /** By the counter's id: its level before the first count of each hour that has one. */
  levels: z.record(z.string(), z.array(z.object({ at: z.iso.datetime(), level: ExactNumber }))),
});
export type DayLevelsView = z.infer<typeof DayLevelsView>;

const todayOf = {
  access: "see_counters",
  checksAccess: true,
  readUnits: 5,
  reply: TodayView,
} as const;

/** Charts of counters and groups, what was counted today, and the history of counters. */
export const chartRoutes = {
  "GET /api/charts/{organizationId}/levels": {
    access: "see_counters",
    checksAccess: true,
    // Of 100 counters, one for each.
    readUnits: 105,
    query: LiveQueryParameters,
    reply: DayLevelsView,
  },
  "GET /api/charts/{organizationId}/counters/{counterId}": {
    access: "see_counters",
    checksAccess: true,
    readUnits: 50,
    query: ChartQuery,
    reply: ChartView,
  },
  "GET /api/charts/{organizationId}/counters/{counterId}/history": {
    access: "see_counters",
    checksAccess: true,
    readUnits: 30,
    query: HistoryQuery,
    reply: HistoryView,
  },
  "GET /api/charts/{organizationId}/counters/{counterId}/today": todayOf,
  "GET /api/charts/{organizationId}/groups/{groupId}/today": todayOf,
  "GET /api/charts/{organizationId}/groups/{groupId}": {
    access: "see_counters",
    checksAccess: true,
    readUnits: 50,
    query: ChartQuery,
    reply: ChartView,
  },
} satisfies Routes;
