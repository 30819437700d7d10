import * as z from "zod";

/** A count that may have stopped early: then there are more. */
export const AtLeast = z.object({ count: z.int().min(0), isExact: z.boolean() });
export type AtLeast = z.infer<typeof AtLeast>;

export function sumOf(counts: AtLeast[]): AtLeast {
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    isExact: counts.every(({ isExact }) => isExact),
  };
}
