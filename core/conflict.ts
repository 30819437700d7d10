import type { Clock } from "./clock.ts";

/** The result of a write that another one overtook. */
export const conflict = Symbol("conflict");

/**
 * Repeats a write, with growing waits, until it meets no conflict; throws after the last attempt.
 * Each attempt takes the number of conflicts so far.
 */
export async function retryConflicts<Result>(
  { backOff }: Pick<Clock, "backOff">,
  { attempts, what }: { attempts: number; what: string },
  attempt: (conflicts: number) => Promise<Result | typeof conflict>,
): Promise<Result> {
  for (let conflicts = 1; conflicts <= attempts; conflicts += 1) {
    const result = await attempt(conflicts - 1);
    if (result !== conflict) return result;
    await backOff(conflicts);
  }
  throw new ContentionError(`${what} changed ${attempts} times while it was written; try again`);
}

/** Every attempt met a conflict: nothing was written, and a later attempt may succeed. */
export class ContentionError extends Error {
  override readonly name = "ContentionError";
}
