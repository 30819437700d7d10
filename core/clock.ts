/** The time, and waits between attempts; tests pass their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Waits before a write is repeated; takes the number of conflicts so far. */
  backOff(conflicts: number): Promise<void>;
}

/** The result of a write when somebody else wrote first. */
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

/** Others wrote the same again and again; nothing was written, and a later attempt may succeed. */
export class ContentionError extends Error {
  override readonly name = "ContentionError";
}

/** The time and the source of random ids for something that is created. */
export interface CreationContext {
  /** Milliseconds since the epoch. */
  nowMs: number;
  /** Random base62 digits from a CSPRNG; tests pass a seed. */
  randomBase62(length: number): string;
}
