import type { ExactNumber } from "../../../api/private/charts.ts";
import { hourMs, hourStartMs } from "../../../core/time-zone.ts";

interface DaySoFar {
  startMs: number;
  untilMs: number;
  endsMs: number;
  timeZone: string;
  /** The level at `untilMs`. */
  now: number;
}

/**
 * The levels of a day so far where they are known: at its start, at the end of each hour, and now.
 * Each stands beside the part of the day that is over by then.
 */
export function levelsByHour(
  hours: { at: string; level: ExactNumber }[],
  { startMs, untilMs, endsMs, timeZone, now }: DaySoFar,
): [part: number, level: number][] {
  const partAt = (ms: number) => (ms - startMs) / (endsMs - startMs);
  const levelAt = (ms: number) =>
    Number(hours.find(({ at }) => Date.parse(at) >= ms)?.level ?? now);
  const line: [number, number][] = [[0, levelAt(startMs)]];
  const count = Math.max(1, Math.ceil((untilMs - startMs) / hourMs));
  for (let hour = 1; hour < count; hour += 1) {
    const endMs = hourStartMs(timeZone, startMs + hour * hourMs);
    line.push([partAt(endMs), levelAt(endMs)]);
  }
  return [...line, [Math.min(1, partAt(Math.max(untilMs, startMs))), now]];
}
