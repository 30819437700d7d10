import type { Calendar } from "../calendar.ts";
import { AdjustmentMetadata, type CountEvent } from "./count-event.ts";
import {
  type CountMark,
  type CountState,
  type MarkReader,
  type MarkTarget,
  markAt,
  summedCount,
  sumsOf,
  sumsOfCount,
} from "./count-mark.ts";
import type { CounterKey } from "./counter.ts";
import type { StoredCounters } from "./counter-lookup.ts";
import type { CountEvents } from "./history-page.ts";
import { intervalStart, Resolution } from "./interval.ts";
import type { Peak } from "./peak.ts";
import type { RunControl } from "./taps/tap-run.ts";

export interface MarkWriter {
  /** The position of each mark of a resolution in a range, by the start of its interval. */
  positions(
    target: MarkTarget,
    resolution: Resolution,
    range: MarkRange,
  ): Promise<Map<string, number>>;
  /** Writes marks in the place of those that are there. */
  put(target: MarkTarget, marks: CountMark[]): Promise<void>;
  delete(target: MarkTarget, resolution: Resolution, starts: string[]): Promise<void>;
}

/** Marks of intervals that begin in it, `to` among them (ISO 8601); without a bound all. */
interface MarkRange {
  from?: string | undefined;
  to?: string | undefined;
}

export interface RebuildPorts {
  storedCounters: Pick<StoredCounters, "get">;
  countEvents: Pick<CountEvents, "page">;
  markReader: MarkReader;
  markWriter: MarkWriter;
  calendar(organizationId: string): Promise<Calendar>;
}

export interface RebuildControl extends Pick<RunControl, "isStopped"> {
  /** The start of a day that an earlier call was stopped at: later days are done. */
  from?: string | undefined;
  /** After each page; `next` as that of a call that is stopped then. */
  onEvents(done: number, next: string | undefined): void;
}

interface Rebuilt {
  events: number;
  marks: number;
  removed: number;
}

type CounterRebuild =
  | (Rebuilt & { result: "rebuilt" })
  /** Where another call goes on; undefined where no day is done yet. */
  | (Rebuilt & { result: "stopped"; next: string | undefined })
  | { result: "no_such_counter" };

/** Events that one read of the history takes. */
const pageSize = 500;

/**
 * Draws the marks of a counter anew from its history, in the organization's calendar, and removes
 * those that begin at other times. It walks back from the counter's own sums, or from the mark of a
 * day, so it is exact while taps go on, and doing it again changes nothing. Begins anew when the
 * calendar is changed meanwhile: a run of the new one may have ended before this one.
 */
export async function rebuildMarks(
  ports: RebuildPorts,
  key: CounterKey,
  control: RebuildControl,
): Promise<CounterRebuild> {
  const calendar = await ports.calendar(key.organizationId);
  const requireSame = async () => {
    const now = await ports.calendar(key.organizationId);
    if (JSON.stringify(now) !== JSON.stringify(calendar)) throw new CalendarChanged();
  };
  const markWriter = writerWhile(requireSame, ports.markWriter);
  try {
    const rebuilt = await rebuildIn(calendar, { ...ports, markWriter }, { key, control });
    // What was written since the calendar was last read may be of an old one.
    await requireSame();
    return rebuilt;
  } catch (error) {
    if (!(error instanceof CalendarChanged)) throw error;
    return await rebuildMarks(ports, key, { ...control, from: undefined });
  }
}

class CalendarChanged extends Error {}

/** Calls `requireSame`, which may throw, before each write. */
function writerWhile(requireSame: () => Promise<void>, writer: MarkWriter): MarkWriter {
  return {
    positions: writer.positions,
    put: (...given) => requireSame().then(() => writer.put(...given)),
    delete: (...given) => requireSame().then(() => writer.delete(...given)),
  };
}

async function rebuildIn(
  calendar: Calendar,
  ports: RebuildPorts,
  { key, control }: { key: CounterKey; control: RebuildControl },
): Promise<CounterRebuild> {
  const { countEvents, markWriter } = ports;
  const target = { organizationId: key.organizationId, targetId: key.counterId };
  const counter = await ports.storedCounters.get(key);
  if (counter === undefined) return await removeAll();
  const newest = counter.lastEventId;
  const day = await markedDay(ports, { target, calendar, at: control.from });
  const walk = new MarkWalk(
    calendar,
    day ?? { before: { ...counter, level: BigInt(counter.count) } },
  );
  // The call that is gone on with has written these, and an hour can begin before the day does.
  const written = new Set(day === undefined ? [] : namesAt(day.startMs, calendar));
  const writtenBefore = written.size;
  let next = day && control.from;
  /** Of a counter that is deleted with its organization: nobody else finds these marks again. */
  async function removeAll(): Promise<CounterRebuild> {
    await removeOthers(ports, target, { done: {}, newest: Number.POSITIVE_INFINITY });
    return { result: "no_such_counter" };
  }
  async function put(marks: CountMark[]): Promise<void> {
    if (marks.length === 0) return;
    await markWriter.put(target, marks);
    for (const { resolution, at } of marks) written.add(`${resolution}#${at}`);
    // With the peak that the mark has of it, the day before this one is done.
    next = marks.findLast(({ resolution }) => resolution === "day")?.at ?? next;
  }
  let events = 0;
  let isStopped = false;
  for (let beforeEventId = day?.position ?? newest + 1; beforeEventId > 1; ) {
    isStopped = control.isStopped();
    if (isStopped) break;
    const page = await countEvents.page(key, { limit: pageSize, beforeEventId });
    await put(page.flatMap((event) => walk.stepBack(event)));
    events += page.length;
    control.onEvents(events, next);
    beforeEventId = page.at(-1)?.lastEventId ?? 0;
  }
  if (!isStopped) await put(walk.end());
  const done = { from: isStopped ? next : undefined, to: day && control.from };
  const isAny = !isStopped || done.from !== done.to;
  const removed = isAny ? await removeOthers(ports, target, { done, newest, written }) : 0;
  if ((await ports.storedCounters.get(key)) === undefined) return await removeAll();
  const rebuilt = { events, marks: written.size - writtenBefore, removed };
  return isStopped ? { result: "stopped", next, ...rebuilt } : { result: "rebuilt", ...rebuilt };
}

/** The day that begins at a time, as its mark has it; undefined where the calendar has none there. */
async function markedDay(
  { markReader }: Pick<RebuildPorts, "markReader">,
  { target, calendar, at }: { target: MarkTarget; calendar: Calendar; at: string | undefined },
): Promise<OpenInterval | undefined> {
  if (at === undefined) return undefined;
  const startMs = Date.parse(at);
  if (intervalStart("day", calendar, startMs) !== startMs) return undefined;
  const [mark] = await markReader.from(target, { resolution: "day", at, limit: 1 });
  if (mark?.at !== at) return undefined;
  const { position, level, ups, downs, adjusted, late } = mark;
  const sums = { ups, downs, ...(adjusted !== undefined && { adjusted }), late };
  return { startMs, position, before: { level, ...sums } };
}

/** The names of the marks whose intervals contain a moment. */
function namesAt(ms: number, calendar: Calendar): string[] {
  return Resolution.options.map((resolution) => {
    const startMs = intervalStart(resolution, calendar, ms);
    return `${resolution}#${new Date(startMs).toISOString()}`;
  });
}

interface WrittenMarks {
  done: MarkRange;
  newest: number;
  /** By resolution and time; none stay without it. */
  written?: Set<string>;
}

/** Removes what was there before, and was not written anew. */
async function removeOthers(
  { markWriter }: Pick<RebuildPorts, "markWriter">,
  target: MarkTarget,
  { done, newest, written }: WrittenMarks,
): Promise<number> {
  let removed = 0;
  for (const resolution of Resolution.options) {
    const positions = await markWriter.positions(target, resolution, done);
    const outdated = [...positions].flatMap(([at, position]) =>
      position <= newest && !written?.has(`${resolution}#${at}`) ? [at] : [],
    );
    if (outdated.length > 0) await markWriter.delete(target, resolution, outdated);
    removed += outdated.length;
  }
  return removed;
}

interface OpenInterval {
  startMs: number;
  before: CountState;
  position: number;
}

/** Goes through a history from the newest event to the oldest. */
class MarkWalk {
  readonly #calendar: Calendar;
  readonly #open = new Map<Resolution, OpenInterval>();
  #before: CountState;
  /** Of the open day. */
  #peak = noPeak;
  /** Its mark waits for the peak of the open day. */
  #dayAfter: OpenInterval | undefined;

  /** Begins before all counts of `day`, or without a start of one at the newest count. */
  constructor(calendar: Calendar, day: Pick<OpenInterval, "before"> | OpenInterval) {
    this.#calendar = calendar;
    this.#before = day.before;
    if ("startMs" in day) this.#dayAfter = day;
  }

  /** Returns the marks of the intervals that begin after the event: they are complete. */
  stepBack(event: CountEvent): CountMark[] {
    const position = event.lastEventId;
    const atMs = Date.parse(event.createdAt);
    const before = withoutEvent(this.#before, event);
    this.#before = before;
    const complete = Resolution.options.flatMap((resolution) => {
      const open = this.#open.get(resolution);
      const isInside = open !== undefined && atMs >= open.startMs;
      const startMs = isInside ? open.startMs : intervalStart(resolution, this.#calendar, atMs);
      this.#open.set(resolution, { startMs, before, position });
      if (open === undefined || isInside) return [];
      return resolution === "day" ? this.#endDay(open) : [markOf(resolution, open)];
    });
    this.#peak = withEarlier(this.#peak, event);
    return complete;
  }

  /** The marks of the oldest intervals. */
  end(): CountMark[] {
    return [...this.#open].flatMap(([resolution, open]) => [
      ...(resolution === "day" ? this.#endDay(open) : []),
      markOf(resolution, open),
    ]);
  }

  /** Returns the mark of the day after the one that ends: it has the peak of that day. */
  #endDay(day: OpenInterval): CountMark[] {
    const { moved: _, ...peak } = this.#peak;
    const after = this.#dayAfter;
    this.#peak = noPeak;
    this.#dayAfter = day;
    return after ? [markOf("day", { ...after, before: { ...after.before, ...peak } })] : [];
  }
}

/** The peak of the later counts of a day. */
interface WalkedPeak extends Peak {
  /** By how much the reset of the day, where it came late, moved what was made before it. */
  moved: bigint;
}

const noPeak: WalkedPeak = { moved: 0n };

/** Counts as raisedPeak and dailyReset do, from the other end. */
function withEarlier(later: WalkedPeak, event: CountEvent): WalkedPeak {
  const adjustment = AdjustmentMetadata.safeParse(event.metadata).data?.adjustment;
  if (adjustment !== undefined) {
    const isDailyReset = adjustment.day !== undefined;
    return isDailyReset ? { ...later, moved: later.moved + BigInt(event.delta) } : later;
  }
  const peak = BigInt(event.count) + later.moved;
  const isHighest = later.peak === undefined || peak >= later.peak;
  return isHighest ? { moved: later.moved, peak, peakAt: event.createdAt } : later;
}

function markOf(resolution: Resolution, { startMs, before, position }: OpenInterval): CountMark {
  return markAt({ resolution, startMs }, before, position);
}

function withoutEvent(after: CountState, event: CountEvent): CountState {
  const { ups, downs, adjusted, late } = sumsOf(after);
  const count = sumsOfCount(summedCount(event));
  const adjustedBefore = adjusted - count.adjusted;
  return {
    level: BigInt(event.previousCount),
    ups: ups - count.ups,
    downs: downs - count.downs,
    ...(adjustedBefore !== 0n && { adjusted: adjustedBefore }),
    late: late - count.late,
  };
}
