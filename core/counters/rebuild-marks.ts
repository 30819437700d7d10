import type { Calendar } from "../calendar.ts";
import { AdjustmentMetadata, type CountEvent } from "./count-event.ts";
import {
  type CountMark,
  type CountState,
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
  /** The position of every mark of a resolution, by the start of its interval. */
  positions(target: MarkTarget, resolution: Resolution): Promise<Map<string, number>>;
  /** Writes marks in the place of those that are there. */
  put(target: MarkTarget, marks: CountMark[]): Promise<void>;
  delete(target: MarkTarget, resolution: Resolution, starts: string[]): Promise<void>;
}

export interface RebuildPorts {
  storedCounters: Pick<StoredCounters, "get">;
  countEvents: Pick<CountEvents, "page">;
  markWriter: MarkWriter;
  calendar(organizationId: string): Promise<Calendar>;
}

export type CounterRebuild =
  | { result: "rebuilt"; events: number; marks: number; removed: number }
  | { result: "stopped" }
  | { result: "no_such_counter" };

/** Events that one read of the history takes. */
const pageSize = 500;

/**
 * Draws all marks of a counter anew from its history, in the organization's calendar, and removes
 * those that begin at other times. It walks back from the counter's own sums, so it is exact while
 * taps go on, and doing it again changes nothing.
 */
export async function rebuildMarks(
  ports: RebuildPorts,
  key: CounterKey,
  { onEvents, isStopped }: { onEvents(done: number): void } & Pick<RunControl, "isStopped">,
): Promise<CounterRebuild> {
  const { countEvents, markWriter } = ports;
  const target = { organizationId: key.organizationId, targetId: key.counterId };
  const calendar = await ports.calendar(key.organizationId);
  const counter = await ports.storedCounters.get(key);
  if (counter === undefined) return { result: "no_such_counter" };
  const newest = counter.lastEventId;
  const written = new Set<string>();
  const walk = new MarkWalk(calendar, { ...counter, level: BigInt(counter.count) });
  async function put(marks: CountMark[]): Promise<void> {
    await markWriter.put(target, marks);
    for (const { resolution, at } of marks) written.add(`${resolution}#${at}`);
  }
  let events = 0;
  for (let beforeEventId = newest + 1; beforeEventId > 1; ) {
    if (isStopped()) return { result: "stopped" };
    const page = await countEvents.page(key, { limit: pageSize, beforeEventId });
    await put(page.flatMap((event) => walk.stepBack(event)));
    events += page.length;
    onEvents(events);
    beforeEventId = page.at(-1)?.lastEventId ?? 0;
  }
  await put(walk.end());
  let removed = 0;
  for (const resolution of Resolution.options) {
    const positions = await markWriter.positions(target, resolution);
    const outdated = [...positions].flatMap(([at, position]) =>
      position <= newest && !written.has(`${resolution}#${at}`) ? [at] : [],
    );
    await markWriter.delete(target, resolution, outdated);
    removed += outdated.length;
  }
  if ((await ports.storedCounters.get(key)) === undefined) return await removeMarks(ports, target);
  return { result: "rebuilt", events, marks: written.size, removed };
}

/** The counter was deleted with its organization meanwhile: nobody else finds these marks again. */
async function removeMarks(
  { markWriter }: Pick<RebuildPorts, "markWriter">,
  target: MarkTarget,
): Promise<{ result: "no_such_counter" }> {
  for (const resolution of Resolution.options) {
    const positions = await markWriter.positions(target, resolution);
    await markWriter.delete(target, resolution, [...positions.keys()]);
  }
  return { result: "no_such_counter" };
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

  constructor(calendar: Calendar, now: CountState) {
    this.#calendar = calendar;
    this.#before = now;
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
