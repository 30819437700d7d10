// Without zod: every page of the console loads them.

/** How long the intervals of a report are. Weeks start on Monday. */
export const reportUnits = ["hour", "day", "week"] as const;

/** What a report can be compared with. */
export const comparisons = ["weeks", "month", "year"] as const;
