import { type Calendar, type Day, dayOf, nextDayStartMs } from "../../calendar.ts";
import type { TurnClock } from "../../clock.ts";
import type { DueDayStore, DueOrganization } from "../../organizations/due-days.ts";
import type { CountEvent } from "../count-event.ts";
import { type CountMark, type MarkReader, marksOfCount } from "../count-mark.ts";
import type { StoredCounter } from "../counter.ts";
import { dailyReset, levelIfIdle, needsReset } from "./daily-reset.ts";

/** Counters that are reset each day, and their resets. */
export interface DayResets {
  /** All of an organization, archived ones among them. */
  daily(organizationId: string): Promise<StoredCounter[]>;
  /**
   * Decides from the counter as it was listed. Writes on condition of its version; if another writer
   * came first, decides again from the counter as it is. Returns whether it has written.
   */
  reset(
    listed: StoredCounter,
    decide: (counter: StoredCounter) => Promise<DayReset | undefined>,
  ): Promise<boolean>;
}

export interface DayReset {
  /** As it is after the reset. */
  counter: StoredCounter;
  event: CountEvent;
  marks: CountMark[];
}

export interface DayStartPorts {
  dueDays: DueDayStore;
  dayResets: DayResets;
  markReader: MarkReader;
  clock: TurnClock;
}

export interface DayStartRun {
  /** Counters whose number was set. */
  resets: number;
  /** Organizations whose counters have all been handled. */
  started: number;
  /** How long the day of the organization that has waited longest has started; 0 where none waits. */
  delayMs: number;
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
  const run: DayStartRun = { resets: 0, started: 0, delayMs: 0, errors: [] };
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
  await Promise.all(Array.from({ length: organizationsAtOnce }, work));
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
  { untilMs, run }: Progress,
): Promise<boolean> {
  const { dueDays, dayResets, clock } = ports;
  const nowMs = clock.now();
  const claimed = await dueDays.claim(organizationId, { nowMs, untilMs });
  if (claimed === undefined) return false;
  const { calendar } = claimed;
  const day = dayOf(calendar, nowMs);
  if (nowMs < day.startMs + settlingMs) return false;
  const endMs = nextDayStartMs(calendar, nowMs);
  const counters = await dayResets.daily(organizationId);
  const left = counters.filter((counter) => needsReset(counter, day));
  let failures = 0;
  for (let start = 0; start < left.length; start += resetsAtOnce) {
    const beganMs = clock.now();
    if (beganMs >= untilMs) return false;
    const batch = left.slice(start, start + resetsAtOnce);
    const results = await Promise.allSettled(
      batch.map((counter) =>
        dayResets.reset(counter, (before) => resetOf(ports, before, { calendar, day, endMs })),
      ),
    );
    for (const result of results) {
      if (result.status === "fulfilled") run.resets += Number(result.value);
      else {
        run.errors.push(result.reason);
        failures += 1;
      }
    }
    if (start + resetsAtOnce < left.length) await clock.sleepUntil(beganMs + paceMs);
  }
  if (failures > 0) return false;
  await dueDays.advance(claimed, new Date(endMs).toISOString());
  return true;
}

/**
 * What starts the day of a counter; undefined where there is nothing to write. A day that is over by
 * then is left: the start of the next one would take away the same level again.
 */
async function resetOf(
  ports: DayStartPorts,
  before: StoredCounter,
  { calendar, day, endMs }: { calendar: Calendar; day: Day; endMs: number },
): Promise<DayReset | undefined> {
  if (!needsReset(before, day)) return undefined;
  const levelAtStart = levelIfIdle(before, day) ?? (await markedLevel(ports, before, day));
  const started = dailyReset(before, { day, levelAtStart, nowMs: ports.clock.now() });
  if (started === undefined || Date.parse(started.event.createdAt) >= endMs) return undefined;
  const { createdAt: at, lastEventId: position } = started.event;
  const state = { ...before, level: BigInt(before.count) };
  return { ...started, marks: marksOfCount(state, { at, position }, calendar) };
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
    throw new Error(`the counter ${targetId} has no mark since its day started; rebuild its marks`);
  }
  return Number(mark.level);
}
