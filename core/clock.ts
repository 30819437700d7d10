/** Time, and how long to wait before another try; tests pass their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Waits before a write is tried again; takes how many tries met a conflict so far. */
  backOff(conflicts: number): Promise<void>;
}

/** What an attempt returns when somebody else wrote first. */
export const conflict = Symbol("conflict");

/** Attempts a write again and again, with growing waits, until it meets no conflict; throws after the last. */
export async function retryConflicts<Result>(
  { backOff }: Pick<Clock, "backOff">,
  { attempts, what }: { attempts: number; what: string },
  attempt: () => Promise<Result | typeof conflict>,
): Promise<Result> {
  for (let conflicts = 1; conflicts <= attempts; conflicts += 1) {
    const result = await attempt();
    if (result !== conflict) return result;
    await backOff(conflicts);
  }
  throw new Error(`${what} changed ${attempts} times while it was written; try again`);
}

/** A moment and a source of random identifiers: what a new thing needs beside its settings. */
export interface Fresh {
  /** Milliseconds since the epoch. */
  nowMs: number;
  /** Random base62 digits from a CSPRNG; tests pass a seed. */
  randomBase62(length: number): string;
}
