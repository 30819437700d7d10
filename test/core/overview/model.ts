import { addDays, type Calendar, dayOf, startOfDayMs } from "../../../core/calendar.ts";
import type { CountEvent } from "../../../core/counters/count-event.ts";
import { intervalStart } from "../../../core/counters/interval.ts";
import { offsetMs } from "../../../core/time-zone.ts";
import { modelSums } from "../charts/model.ts";

interface Model {
  events: CountEvent[];
  createdAt: string;
  calendar: Calendar;
  nowMs: number;
}

const [minute, hour, week] = [60_000, 3_600_000, 7 * 86_400_000];
const msOf = ({ createdAt }: CountEvent) => Date.parse(createdAt);
const iso = (ms: number) => new Date(ms).toISOString();
const least0 = (sum: bigint) => (sum > 0n ? sum : 0n);

/** What was counted today, found by looking at all events. */
export function modelTileDay({ events, calendar, nowMs }: Model) {
  const { date, startMs } = dayOf(calendar, nowMs);
  const today = events.filter((event) => msOf(event) >= startMs);
  const { ups, downs, adjusted } = modelSums(today);
  const tapped = today.filter(({ metadata }) => !("adjustment" in (metadata ?? {})));
  const highest = tapped.toSorted((a, b) => b.count - a.count || a.lastEventId - b.lastEventId)[0];
  const hours = Map.groupBy(today, (event) =>
    Math.max(startMs, intervalStart("hour", calendar, msOf(event))),
  );
  return {
    ...{ date, startedAt: iso(startMs), timeZone: calendar.timeZone },
    ...{ in: least0(ups), out: least0(downs), adjusted },
    level: BigInt(events.at(-1)?.count ?? 0),
    peak: highest === undefined ? null : BigInt(highest.count),
    peakAt: highest?.createdAt ?? null,
    points: [...hours].map(([start, counted]) => ({
      at: iso(start),
      level: BigInt(counted[0]?.previousCount ?? 0),
      ...modelSums(counted),
    })),
  };
}

/**
 * The usual day, found by going through minutes and events: what was counted on earlier days before
 * their clocks first reached the times of today's.
 */
export function modelUsual({ events, createdAt, calendar, nowMs }: Model) {
  const { timeZone } = calendar;
  const { date, startMs } = dayOf(calendar, nowMs);
  const endMs = startOfDayMs(calendar, addDays(date, 1));
  const days = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((weeks) => {
    const past = addDays(date, -7 * weeks);
    const fromMs = startOfDayMs(calendar, past);
    const toMs = startOfDayMs(calendar, addDays(past, 1));
    if (Date.parse(createdAt) > fromMs) return [];
    const counted = events.filter((event) => msOf(event) >= fromMs && msOf(event) < toMs);
    const around = minutes(fromMs - 50 * hour, toMs + 50 * hour);
    return [{ weeks, counted, clock: around.map((at) => ({ at, shown: shown(timeZone, at) })) }];
  });
  const steps = [...localTimes(calendar, { startMs, endMs, nowMs })]
    .toSorted(([a], [b]) => a - b)
    .map(([at, local]) => {
      const sums = days.map(({ weeks, counted, clock }) => {
        const reached = clock.find((one) => one.shown >= local - weeks * week)?.at ?? 0;
        const { ups, downs } = modelSums(counted.filter((event) => msOf(event) < reached));
        return { in: least0(ups), out: least0(downs) };
      });
      const mean = (what: "in" | "out") =>
        Number(sums.reduce((sum, each) => sum + each[what], 0n)) / sums.length;
      return { at: iso(at), in: mean("in"), out: mean("out") };
    });
  return { days: days.length, steps: days.length === 0 ? [] : steps };
}

/** The full hours of today's clock and the minutes of its present hour, with what they are called. */
function localTimes(
  calendar: Calendar,
  { startMs, endMs, nowMs }: { startMs: number; endMs: number; nowMs: number },
): Map<number, number> {
  const { timeZone } = calendar;
  const times = new Map<number, number>();
  let reached = Math.max(
    ...minutes(startMs - 26 * hour, startMs).map((at) => Math.floor(shown(timeZone, at) / hour)),
  );
  for (const at of minutes(startMs + minute, endMs)) {
    const hours = Math.floor(shown(timeZone, at) / hour);
    if (hours > reached) times.set(at, hours * hour);
    reached = Math.max(reached, hours);
  }
  const present = intervalStart("hour", calendar, nowMs);
  for (const at of minutes(Math.max(startMs + minute, present), present + hour)) {
    const isPresent = at < endMs && intervalStart("hour", calendar, at) === present;
    if (isPresent && !times.has(at)) times.set(at, shown(timeZone, at));
  }
  return times;
}

// Clocks change at quarters of an hour.
const offsets = new Map<string, number>();

function shown(timeZone: string, atMs: number): number {
  const name = `${timeZone} ${Math.floor(atMs / (15 * minute))}`;
  const offset = offsets.get(name) ?? offsetMs(timeZone, atMs);
  offsets.set(name, offset);
  return atMs + offset;
}

function minutes(fromMs: number, toMs: number): number[] {
  const first = Math.ceil(fromMs / minute) * minute;
  const length = Math.max(0, Math.floor((toMs - first) / minute) + 1);
  return Array.from({ length }, (_, index) => first + index * minute);
}
