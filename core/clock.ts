/** The time, and waits between attempts; tests pass their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Waits before a write is repeated; takes the number of conflicts so far. */
  backOff(conflicts: number): Promise<void>;
}

/** The time and the source of random ids for something that is created. */
export interface CreationContext {
  /** Milliseconds since the epoch. */
  nowMs: number;
  /** Random base62 digits from a CSPRNG; tests pass a seed. */
  randomBase62(length: number): string;
}

/** A clock whose times can be waited for. */
export interface WaitingClock extends Clock {
  /** Takes milliseconds since the epoch; a time that is past is no wait. */
  sleepUntil(timeMs: number): Promise<void>;
}
