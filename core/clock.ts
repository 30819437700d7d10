/** Time, and how long to wait before another try; tests pass their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Waits before a write is tried again; takes how many tries met a conflict so far. */
  backOff(conflicts: number): Promise<void>;
}

/** A moment and a source of random identifiers: what a new thing needs beside its settings. */
export interface Fresh {
  /** Milliseconds since the epoch. */
  nowMs: number;
  /** Random base62 digits from a CSPRNG; tests pass a seed. */
  randomBase62(length: number): string;
}
