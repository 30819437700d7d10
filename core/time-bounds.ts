// Without zod: pages of the console load it at once.

const boundsMs = [Date.UTC(2000, 0), Date.UTC(3000, 0) - 1] as const;

/** What nothing that is said from outside is earlier than, in milliseconds. */
export const earliestMs = boundsMs[0];

/** A time from outside is of the years 2000 to 2999: each year has four digits in every time zone. */
export function isWithinBounds(ms: number): boolean {
  return ms === withinBounds(ms);
}

/** The nearest time that is of these years. */
export function withinBounds(ms: number): number {
  return Math.min(Math.max(ms, boundsMs[0]), boundsMs[1]);
}
