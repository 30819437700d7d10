import * as z from "zod";
import { Resolution } from "../../charts/interval.ts";

/** A whole number; as text where a number would lose digits. */
export const ExactNumber = z.union([z.int(), z.string().regex(/^-?\d+$/)]);
export type ExactNumber = z.infer<typeof ExactNumber>;

const time = z.iso.datetime({ offset: true, error: "must be an ISO 8601 time" });

/** The query of GET …/chart. */
export const ChartQuery = z.object({
  resolution: Resolution,
  from: time,
  /** Now, unless given. */
  to: time.optional(),
});
export type ChartQuery = z.infer<typeof ChartQuery>;

export const ChartPointView = z.object({
  /** When the interval began. */
  at: z.iso.datetime(),
  /** The level before it. */
  level: ExactNumber,
  ups: ExactNumber,
  /** Positive. */
  downs: ExactNumber,
  /** How many of its counts were uploaded late. */
  late: z.int(),
  /** Of a counter the lastEventId of its first count; of a group only a growing number. */
  position: z.int(),
});
export type ChartPointView = z.infer<typeof ChartPointView>;

/** The history of a counter or group over a range. */
export const ChartView = z.object({
  resolution: Resolution,
  /** In which its days and hours begin; an IANA name. */
  timeZone: z.string(),
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
