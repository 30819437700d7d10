import { comparisons, reportUnits } from "../../../core/reports/comparisons.ts";

export const presetNames = [
  ...(["today", "yesterday", "7-days", "30-days", "this-week", "last-week"] as const),
  ...(["this-month", "last-month", "this-year"] as const),
] as const;
export type PresetName = (typeof presetNames)[number];

/** What a report shows, as it stands in the URL. */
export interface ReportSearch {
  /** Without it and without ids, a report begins with one group, where there is any. */
  of?: "groups" | "counters" | undefined;
  /** Ids, separated by commas; all counters or groups unless given. */
  ids?: string | undefined;
  /** A period of days, unless two dates are given. */
  last?: PresetName | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** The intervals, unless they are those that fit. */
  by?: (typeof reportUnits)[number] | undefined;
  /** What it compares with, unless it is what fits. */
  against?: (typeof comparisons)[number] | undefined;
}

/** The valid parts of the URL's query; without zod, because every page loads it. */
export function reportSearch(search: Record<string, unknown>): ReportSearch {
  const { of, ids, last, from, to, by, against } = search;
  const date = (value: unknown) =>
    typeof value === "string" && /^2\d{3}-\d\d-\d\d$/.test(value) && exists(value)
      ? value
      : undefined;
  return {
    of: of === "groups" || of === "counters" ? of : undefined,
    ids: typeof ids === "string" && /^[\w,]{1,700}$/.test(ids) ? ids : undefined,
    last: presetNames.find((one) => one === last),
    ...{ from: date(from), to: date(to) },
    by: reportUnits.find((one) => one === by),
    against: comparisons.find((one) => one === against),
  };
}

/** False for February 31, which a Date takes for a day of March. */
function exists(date: string): boolean {
  const ms = Date.parse(date);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date);
}
