import type { DayLevelsView } from "../../../api/private/charts.ts";

const hourMs = 3_600_000;

/** The level at the end of each hour of the day so far; `now` after the last count. */
export function levelsByHour(
  hours: DayLevelsView["levels"][string],
  { startedMs, elapsed, now }: { startedMs: number; elapsed: number; now: number },
): number[] {
  const count = Math.max(1, Math.ceil(elapsed / hourMs));
  return Array.from({ length: count }, (_, index) => {
    const endMs = startedMs + (index + 1) * hourMs;
    const next = hours.find(({ at }) => Date.parse(at) >= endMs);
    return next === undefined ? now : Number(next.level);
  });
}
