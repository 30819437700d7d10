import type { Calendar } from "../../../core/calendar.ts";
import type { Chart, ChartPoint, ChartRange } from "../../../core/charts/chart.ts";
import type { CountEvent } from "../../../core/counters/count-event.ts";
import { isLate } from "../../../core/counters/count-mark.ts";
import { intervalStart } from "../../../core/counters/interval.ts";

/** The chart of a counter that began at 0, drawn by looking at all of its events. */
export function modelChart(
  events: CountEvent[],
  { resolution, from, to }: ChartRange,
  { calendar, nowMs }: { calendar: Calendar; nowMs: number },
): Pick<Chart, "from" | "to" | "level" | "endLevel" | "points"> {
  const starts = new Map<number, number>();
  const startOf = (at: string | number) => {
    const ms = typeof at === "number" ? at : Date.parse(at);
    const start = starts.get(ms) ?? intervalStart(resolution, calendar, ms);
    starts.set(ms, start);
    return start;
  };
  const fromMs = startOf(Math.min(Date.parse(from), nowMs));
  const toMs = to === undefined ? nowMs : Date.parse(to);
  const endsNow = toMs >= nowMs;
  const isBefore = (event: CountEvent) => startOf(event.createdAt) < fromMs;
  const isInside = (event: CountEvent) =>
    !isBefore(event) && (endsNow || startOf(event.createdAt) < toMs);
  const intervals = Map.groupBy(events.filter(isInside), ({ createdAt }) => startOf(createdAt));
  const level = levelAfter(events.filter(isBefore));
  return {
    from: new Date(fromMs).toISOString(),
    to: endsNow ? null : new Date(toMs).toISOString(),
    level,
    endLevel: levelAfter(events.filter((event) => isBefore(event) || isInside(event))),
    points: [...intervals].map(([start, events]) => ({
      at: new Date(start).toISOString(),
      level: BigInt(events[0]?.previousCount ?? 0),
      ...modelSums(events),
      late: events.filter(isLate).length,
      position: events[0]?.lastEventId ?? 0,
    })),
  };
}

/** How many events have the time of the one before. */
export const tiesIn = (events: CountEvent[]) =>
  events.filter(({ createdAt }, index) => createdAt === events[index - 1]?.createdAt).length;

/** What people counted, less what they took back, and by how much the number was set. */
export function modelSums(events: CountEvent[]): Pick<ChartPoint, "ups" | "downs" | "adjusted"> {
  const [set, counted] = [true, false].map((isSet) =>
    events.filter(({ metadata }) => "adjustment" in (metadata ?? {}) === isSet),
  );
  const deltas = (sign: 1 | -1) =>
    counted?.flatMap(({ delta, metadata }) => {
      const tapSign = "undoes" in (metadata ?? {}) ? -Math.sign(delta) : Math.sign(delta);
      return tapSign === sign ? [sign * delta] : [];
    });
  return {
    ups: sum(deltas(1)),
    downs: sum(deltas(-1)),
    adjusted: sum(set?.map(({ delta }) => delta)),
  };
}

function levelAfter(events: CountEvent[]): bigint {
  return BigInt(events.at(-1)?.count ?? 0);
}

function sum(numbers: number[] = []): bigint {
  return numbers.reduce((total, number) => total + BigInt(number), 0n);
}
