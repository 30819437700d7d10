import type { ExactNumber } from "../../../api/private/charts.ts";
import { hourMs, hourStartMs } from "../../../core/time-zone.ts";

interface DaySoFar {
  startMs: number;
  untilMs: number;
  timeZone: string;
  /** The level at the end of it. */
  now: number;
}

/** The level at the end of each hour of a day so far, from those before the first counts of its hours. */
export function levelsByHour(
  hours: { at: string; level: ExactNumber }[],
  { startMs, untilMs, timeZone, now }: DaySoFar,
): number[] {
  const levels: number[] = [];
  const count = Math.max(1, Math.ceil((untilMs - startMs) / hourMs));
  for (let hour = 1; hour < count; hour += 1) {
    const endMs = hourStartMs(timeZone, startMs + hour * hourMs);
    levels.push(Number(hours.find(({ at }) => Date.parse(at) >= endMs)?.level ?? now));
  }
  return [...levels, now];
}
