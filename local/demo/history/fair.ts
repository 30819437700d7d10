import { hourMs } from "../../../core/time-zone.ts";
import { seededRandom } from "./seeded-random.ts";
import { dayStarts, daysBefore, inOrder, type PastTimes, type Step } from "./step.ts";

const secondsBetweenTaps = 47;
const inToday = 12;

/** A fair on some Sundays, and a few people now. */
export function fairPast(seed: number, times: PastTimes): Step[] {
  const random = seededRandom(seed);
  const up = (atMs: number): Step => ({ atMs: Math.round(atMs), does: "tap", direction: "up" });
  const sundays = daysBefore(times).filter(({ weekday, ago }) => weekday === 0 && ago < 30);
  const before = sundays.flatMap(({ startMs }) =>
    Array.from({ length: 30 + Math.floor(random() * 40) }, () =>
      up(startMs + (9 + random() * 8) * hourMs),
    ),
  );
  const now = Array.from({ length: inToday }, (_, index) =>
    up(Math.max(times.todayMs, times.nowMs - (index + 1) * secondsBetweenTaps * 1_000)),
  );
  return inOrder([...dayStarts(times), ...before, ...now], times.nowMs);
}
