/**
 * The restore reserve: the numbers that a counter skips when its lost item is restored, because lost
 * events may have used them; this returns the last of them, the time of the restore in milliseconds. A
 * counter takes at most 500 events a second (docs/operators/costs.md) and continues at such a time, so its
 * numbers never overtake the clock, however often it is restored.
 */
export function endOfReserve(newest: number, nowMs: number): number {
  return Math.max(newest + 1, nowMs);
}
