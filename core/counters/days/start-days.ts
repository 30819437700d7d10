import { allInOrder } from "../../all-in-order.ts";
import { type Calendar, type Day, dayOf, nextDayStartMs } from "../../calendar.ts";
import type { WaitingClock } from "../../clock.ts";
import type { DueDayStore, DueOrganization } from "../../organizations/due-days.ts";
import { type CountMark, type MarkReader, marksOfCount } from "../count-mark.ts";
import type { CounterKey, StoredCounter } from "../counter.ts";
import { type DailyReset, dailyReset, levelIfIdle, needsReset } from "./daily-reset.ts";

/** Counters with a daily reset, and their resets. */
export interface DayResets {
  /** All of an organization, archived ones among them. */
  daily(organizationId: string): Promise<StoredCounter[]>;
  /**
   * Decides from the counter as it was listed. Writes on condition of its version; if another writer
   * came first, decides again from the counter as it is. Returns what was decided last.
   */
  reset(
    listed: StoredCounter,
    decide: (counter: StoredCounter) => Promise<DayReset>,
  ): Promise<DayReset["result"]>;
}

/** A reset is written with the marks that its event begins. */
export type DayReset =
  | (Extract<DailyReset, { result: "reset" }> & { marks: CountMark[] })
  | Exclude<DailyReset, { result: "reset" }>;

export interface DayStartPorts {
  dueDays: DueDayStore;
  dayResets: DayResets;
  markReader: MarkReader;
  clock: WaitingClock;
}

export interface DayStartRun {
  /** Counters whose number was set. */
  resets: number;
  /** Organizations whose counters have all been handled. */
  started: number;
  /** Milliseconds since the start of the oldest day that is not finished; 0 if none. */
  delayMs: number;
  /** Counters that keep their number for the day: an event cannot hold the change. */
  outOfRange: CounterKey[];
  /** What failed; the next run tries again. */
  errors: unknown[];
}

/** Organizations that one run works on at the same time. */
const organizationsAtOnce = 10;

/**
 * Resets of one organization: at most 100 a second. Its counters are in one partition, which takes 1,000
 * units a second; a reset takes two, and the rest is for taps.
 */
const resetsAtOnce = 10;
const paceMs = 100;

/**
 * How long a day waits for counts from before its start that are still to be written: a counter that
 * has its number already is not written, and so would not notice them. Functions that count end after
 * 10 s.
 */
const settlingMs = 10_000;

/**
 * Resets the counters whose day has started, until a time. What is left then, or fails, the next run
 * does: a counter's own item says whether its day was started, so nothing is done twice.
 */
export async function startDays(ports: DayStartPorts, untilMs: number): Promise<DayStartRun> {
  const { dueDays, clock } = ports;
  const due = await dueDays.due(clock.now());
  const run: DayStartRun = { resets: 0, started: 0, delayMs: 0, outOfRange: [], errors: [] };
  const waiting = new Set(due);
  const next = due.values();
  const work = async () => {
    for (const organization of next) {
      if (clock.now() >= untilMs) return;
      const isStarted = await startIn(ports, organization, { untilMs, run }).catch((error) => {
        run.errors.push(error);
        return false;
      });
      if (isStarted) waiting.delete(organization);
    }
  };
  await allInOrder(Array.from({ length: organizationsAtOnce }, work));
  run.started = due.length - waiting.size;
  const oldest = due.find((organization) => waiting.has(organization));
  if (oldest) run.delayMs = Math.max(0, clock.now() - Date.parse(oldest.nextDayStart));
  return run;
}

interface Progress {
  untilMs: number;
  run: DayStartRun;
}

/** Returns true when all of an organization's counters are done. */
async function startIn(
  ports: DayStartPorts,
  { organizationId }: DueOrganization,
  progress: Progress,
): Promise<boolean> {
  const { dueDays, dayResets, clock } = ports;
  const nowMs = clock.now();
  const claimed = await dueDays.claim(organizationId, { nowMs, untilMs: progress.untilMs });
  if (claimed === undefined) return false;
  const { calendar } = claimed;
  const day = dayOf(calendar, nowMs);
  if (nowMs < day.startMs + settlingMs) return false;
  const endMs = nextDayStartMs(calendar, nowMs);
  const nextDayStart = new Date(endMs).toISOString();
  const counters = await dayResets.daily(organizationId);
  const waiting = counters.filter((counter) => needsReset(counter, day));
  if (!(await resetAll(ports, waiting, { calendar, day, endMs, ...progress }))) return false;
  await dueDays.advance(claimed, nextDayStart);
  return true;
}

interface StartedDay {
  calendar: Calendar;
  day: Day;
  endMs: number;
}

/** Returns true when none is left and none has failed. */
async function resetAll(
  ports: DayStartPorts,
  counters: StoredCounter[],
  { untilMs, run, ...started }: StartedDay & Progress,
): Promise<boolean> {
  const { dayResets, clock } = ports;
  const reset = async (listed: StoredCounter) => {
    const result = await dayResets.reset(listed, (before) => resetOf(ports, before, started));
    if (result === "reset") run.resets += 1;
    if (result === "out_of_range") {
      run.outOfRange.push({ organizationId: listed.organizationId, counterId: listed.id });
    }
  };
  let hasFailed = false;
  for (let start = 0; start < counters.length; start += resetsAtOnce) {
    const beganMs = clock.now();
    if (beganMs >= untilMs) return false;
    const results = await Promise.allSettled(
      counters.slice(start, start + resetsAtOnce).map(reset),
    );
    const errors = results.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    run.errors.push(...errors);
    hasFailed ||= errors.length > 0;
    if (start + resetsAtOnce < counters.length) await clock.sleepUntil(beganMs + paceMs);
  }
  return !hasFailed;
}

/**
 * What starts the day of a counter. A day that is over by then is left: the start of the next one would
 * take away the same level again.
 */
async function resetOf(
  ports: DayStartPorts,
  before: StoredCounter,
  { calendar, day, endMs }: StartedDay,
): Promise<DayReset> {
  if (!needsReset(before, day)) return { result: "not_needed" };
  const levelAtStart = levelIfIdle(before, day) ?? (await markedLevel(ports, before, day));
  const reset = dailyReset(before, { day, levelAtStart, nowMs: ports.clock.now() });
  if (reset.result !== "reset") return reset;
  const { createdAt: at, lastEventId: position } = reset.event;
  if (Date.parse(at) >= endMs) return { result: "not_needed" };
  const state = { ...before, level: BigInt(before.count) };
  return { ...reset, marks: marksOfCount(state, { at, position }, calendar) };
}

/** The level before the first count since the day started: its minute has a mark. */
async function markedLevel(
  { markReader }: DayStartPorts,
  { organizationId, id: targetId }: StoredCounter,
  { startMs }: Day,
): Promise<number> {
  const at = new Date(startMs).toISOString();
  const page = { resolution: "minute", at, limit: 1 } as const;
  const [mark] = await markReader.from({ organizationId, targetId }, page);
  if (mark === undefined) {
    throw new Error(
      `the counter ${targetId} has no mark since its day started; run data repair on it`,
    );
  }
  return Number(mark.level);
}
