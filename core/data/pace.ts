/** How long to wait, in milliseconds, until the units used so far are no more than allowed. */
export function pauseMs(
  { units, elapsedMs }: { units: number; elapsedMs: number },
  unitsPerSecond: number,
): number {
  return Math.max(0, Math.ceil((units / unitsPerSecond) * 1_000 - elapsedMs));
}
