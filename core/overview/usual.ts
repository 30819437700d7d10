import { allInOrder } from "../all-in-order.ts";
import { atLeast0 } from "../at-least-0.ts";
import {
  addDays,
  type Calendar,
  type Day,
  type DayBounds,
  dayOf,
  sameTimeOf,
  startOfDayMs,
} from "../calendar.ts";
import { maximumMarks } from "../charts/chart.ts";
import type { Clock } from "../clock.ts";
import { type Charted, ownMarks } from "../counters/charted.ts";
import {
  type CountSums,
  type MarkReader,
  type MarkTarget,
  sumsOf,
} from "../counters/count-mark.ts";
import { intervalStart } from "../counters/interval.ts";
import { dayMs, hourMs, minuteMs, offsetMs, reachedAtMs } from "../time-zone.ts";
import { usualWeeks } from "./overview-limits.ts";

/** What is usually counted by a time of today: an average of days with the same weekday. */
export interface UsualStep {
  at: string;
  in: number;
  out: number;
}

export interface Usual {
  /** How many days it is the average of: those on which the counter or group existed throughout. */
  days: number;
  /** At the full hours of today's clock, and at the minutes of the current hour; none without days. */
  steps: UsualStep[];
}

/**
 * The average of what was counted by the same local time on this weekday of the last eight weeks. Two
 * queries a day: the marks of its hours, and those of the minutes of the current hour. Where a day
 * starts or ends within an hour, one more.
 *
 * Exact while marks have the hours of this calendar; those from before a change of the time zone keep
 * theirs until they are rebuilt.
 */
export async function readUsual(
  { marks, clock }: { marks: MarkReader; clock: Pick<Clock, "now"> },
  target: MarkTarget,
  { charted, calendar }: { charted: Charted; calendar: Calendar },
): Promise<Usual> {
  const nowMs = clock.now();
  const today = dayOf(calendar, nowMs);
  const times = timesOfDay(calendar, today, nowMs);
  const existed = pastDays(calendar, today).filter(
    ({ startMs }) => Date.parse(charted.createdAt) <= startMs,
  );
  const days = await allInOrder(
    existed.map((day) => countedBy({ marks, target, charted, calendar }, day, times)),
  );
  const average = (index: number, what: "ups" | "downs") =>
    Number(days.reduce((sum, day) => sum + (day[index]?.[what] ?? 0n), 0n)) / days.length;
  const steps = times.map(({ atMs }, index) => ({
    at: new Date(atMs).toISOString(),
    in: average(index, "ups"),
    out: average(index, "downs"),
  }));
  return { days: days.length, steps: days.length === 0 ? [] : steps };
}

/** A moment of today, and what the clocks show then, in milliseconds as if of UTC. */
interface TimeOfDay {
  atMs: number;
  shownMs: number;
}

/** The full hours of today's clock after its start, and the minutes of the current hour. */
function timesOfDay(calendar: Calendar, { date, startMs }: Day, nowMs: number): TimeOfDay[] {
  const { timeZone } = calendar;
  const endMs = startOfDayMs(calendar, addDays(date, 1));
  const shownAt = (ms: number) => ms + offsetMs(timeZone, ms);
  const hourOf = (ms: number) => Math.floor(ms / hourMs) * hourMs;
  const times = new Map<number, number>();
  for (let shownMs = hourOf(shownAt(startMs)) + hourMs; ; shownMs += hourMs) {
    const atMs = reachedAtMs(shownMs, timeZone);
    if (atMs > endMs) break;
    if (atMs > startMs) times.set(atMs, shownMs);
  }
  const minute = Math.floor(nowMs / minuteMs) * minuteMs;
  const [shownNow, offset] = [shownAt(minute), offsetMs(timeZone, minute)];
  for (let by = -59; by <= 59; by += 1) {
    const atMs = minute + by * minuteMs;
    // Of an hour that the clocks pass twice, only the pass that contains this moment.
    const isInHour = hourOf(shownAt(atMs)) === hourOf(shownNow);
    if (!isInHour || offsetMs(timeZone, atMs) !== offset || atMs <= startMs) continue;
    if (atMs < endMs && !times.has(atMs)) times.set(atMs, shownAt(atMs));
  }
  return [...times].toSorted(([a], [b]) => a - b).map(([atMs, shownMs]) => ({ atMs, shownMs }));
}

/** A day of an earlier week. */
interface PastDay extends DayBounds {
  weeksAgo: number;
}

function pastDays(calendar: Calendar, { date }: Day): PastDay[] {
  return Array.from({ length: usualWeeks }, (_, index) => {
    const weeksAgo = index + 1;
    const past = addDays(date, -7 * weeksAgo);
    const startMs = startOfDayMs(calendar, past);
    return { weeksAgo, startMs, endMs: startOfDayMs(calendar, addDays(past, 1)) };
  });
}

interface Subject {
  marks: MarkReader;
  target: MarkTarget;
  charted: Charted;
  calendar: Calendar;
}

/** What was counted on a past day by each of the times. */
async function countedBy(
  subject: Subject,
  day: PastDay,
  times: TimeOfDay[],
): Promise<Pick<CountSums, "ups" | "downs">[]> {
  const { timeZone } = subject.calendar;
  const earlierMs = 7 * day.weeksAgo * dayMs;
  const moments = times.map(({ shownMs }) => sameTimeOf(day, shownMs - earlierMs, timeZone));
  const sumsAt = await readSums(subject, [day.startMs, ...moments]);
  const before = sumsAt(day.startMs);
  return moments.map((moment) => {
    const { ups, downs } = sumsAt(moment);
    return { ups: atLeast0(ups - before.ups), downs: atLeast0(downs - before.downs) };
  });
}

/**
 * Reads the sums of all counts before each of these moments, in milliseconds, ascending: those of the
 * first mark at or after it, of hours where an hour begins and of minutes elsewhere.
 */
async function readSums(
  { marks, target, charted, calendar }: Subject,
  moments: number[],
): Promise<(moment: number) => CountSums> {
  const first = moments[0] ?? 0;
  const isFull = (ms: number) => intervalStart("hour", calendar, ms) === ms;
  const clusters = clustersOf(moments.filter((ms) => !isFull(ms)));
  const lengthMs = (moments.at(-1) ?? first) - first;
  const read = async (resolution: "hour" | "minute", fromMs: number, limit: number) => {
    const at = new Date(fromMs).toISOString();
    return ownMarks(await marks.from(target, { resolution, at, limit }), charted);
  };
  const [hours = [], ...minutes] = await allInOrder([
    read("hour", first, maximumMarks("hour", lengthMs)),
    ...clusters.map((cluster) => read("minute", cluster[0] ?? 0, minutesIn(cluster))),
  ]);
  return (moment) => {
    const index = clusters.findIndex((cluster) => cluster.includes(moment));
    const from = index === -1 ? hours : minutes[index];
    return sumsOf(from?.find(({ at }) => Date.parse(at) >= moment) ?? charted);
  };
}

/** Moments that are less than an hour apart from the first of them. */
function clustersOf(moments: number[]): number[][] {
  const clusters: number[][] = [];
  for (const moment of moments) {
    const last = clusters.at(-1);
    if (last?.[0] !== undefined && moment - last[0] < hourMs) last.push(moment);
    else clusters.push([moment]);
  }
  return clusters;
}

/** Enough marks that one of them is at or after the last moment, if there is any. */
function minutesIn(cluster: number[]): number {
  return ((cluster.at(-1) ?? 0) - (cluster[0] ?? 0)) / minuteMs + 1;
}
