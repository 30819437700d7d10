import * as z from "zod";
import { Calendar } from "../../core/calendar.ts";
import { isGroupId } from "../../core/counters/counter.ts";
import { isCounterId } from "../../core/counters/counter-names.ts";
import { GivenDate } from "../../core/given-time.ts";
import { Against, maximumTargets, ReportUnit } from "../../core/reports/report-range.ts";
import { ExactNumber } from "./charts.ts";
import type { Routes } from "./route.ts";

/** The query of a report. Ids that name nothing are skipped, as are counters that are archived. */
export const ReportQuery = z.object({
  /** Ids, separated by commas: of counters, or of groups. */
  targets: z
    .string()
    .transform((text) => [...new Set(text.split(","))])
    .refine((ids) => ids.every(isCounterId) || ids.every(isGroupId), {
      message: "must be ids of counters, or ids of groups",
      abort: true,
    })
    .refine(
      (ids) => ids.length <= maximumTargets,
      `must be at most ${maximumTargets} ids; ask for the rest separately`,
    ),
  /** The first day, and the last one. */
  from: GivenDate,
  to: GivenDate,
  by: ReportUnit,
  heatmap: z.enum(["true", "false"]).exactOptional(),
  against: Against.exactOptional(),
});
export type ReportQuery = z.infer<typeof ReportQuery>;

const sums = {
  /** What people counted; below 0 where only taps of earlier intervals were undone. */
  in: ExactNumber,
  out: ExactNumber,
  /** By how much the number was set higher, less by how much lower. */
  adjusted: ExactNumber,
  /** How many counts were uploaded late. */
  late: z.int(),
};
const interval = {
  ...sums,
  /** At the end, or now. */
  level: ExactNumber,
  /** The highest number that taps made; null where none did, of hours, and where it is not known. */
  peak: ExactNumber.nullable(),
  /** When it was made first. */
  peakAt: z.iso.datetime().nullable(),
};

export const ReportRowView = z.object({
  /** When the interval began. */
  at: z.iso.datetime(),
  ...interval,
});
export type ReportRowView = z.infer<typeof ReportRowView>;

export const TargetReportView = z.object({
  id: z.string(),
  /** It had no level before. */
  createdAt: z.iso.datetime(),
  /** In order of time; intervals without counts are absent. */
  rows: z.array(ReportRowView),
  total: z.object(interval),
  /** What it compares with: while its days run, up to the same time of the day that stands for today. */
  before: z.object({
    ...interval,
    rows: z.array(ReportRowView.pick({ at: true, in: true, out: true })),
  }),
  /** What was counted in by day of the week, from Monday, and hour of the clock; null unless wanted. */
  heatmap: z.array(z.array(ExactNumber)).nullable(),
});
export type TargetReportView = z.infer<typeof TargetReportView>;

/** A report, with the calendar by which its days start. */
export const ReportView = Calendar.extend({ targets: z.array(TargetReportView) });
export type ReportView = z.infer<typeof ReportView>;

/** What was counted over days of the organization. A request counts about as much as it reads. */
export const reportRoutes = {
  "GET /api/reports/{organizationId}": {
    access: "see_counters",
    checksAccess: true,
    readUnits: 50,
    query: ReportQuery,
    reply: ReportView,
  },
} satisfies Routes;
