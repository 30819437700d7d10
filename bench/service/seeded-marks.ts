import { PutItemCommand, type WriteRequest } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { batchWrite } from "../../adapters/aws/dynamodb-batch-write.ts";
import { markItem } from "../../adapters/counters/dynamodb-count-marks.ts";
import { defaultCalendar } from "../../core/calendar.ts";
import { type CountState, markAt, sumsOf } from "../../core/counters/count-mark.ts";
import type { StoredCounter } from "../../core/counters/counter.ts";
import { intervalStart, Resolution } from "../../core/counters/interval.ts";
import { dayMs, hourMs, minuteMs } from "../../core/time-zone.ts";
import type { MeasuredService } from "./measured-service.ts";

/** How the counts of a seeded history are spread. */
export interface SeededHistory {
  counter: StoredCounter;
  /** How many counts, at most. */
  events: number;
  /** The history ends then and begins `days` before. */
  untilMs: number;
  days: number;
}

const minuteDays = 31;
const writers = 8;

/**
 * Writes what charts read of a long history: its marks, and the counter with its sums. The events
 * themselves are not written, and marks of minutes only for the last month. Counts are on every day
 * from 8 to 20 o'clock UTC, in each minute.
 */
export async function seedMarks(
  { clients, outputs }: Pick<MeasuredService, "clients" | "outputs">,
  { counter, events, untilMs, days }: SeededHistory,
): Promise<StoredCounter> {
  const target = { organizationId: counter.organizationId, targetId: counter.id };
  const minutes = minutesOf(untilMs, days);
  const perMinute = Math.max(1, Math.floor(events / minutes.length));
  let now: CountState & { lastEventId: number } = { level: 0n, lastEventId: 0 };
  let newest: number | undefined;
  const writes: WriteRequest[] = [];
  for (const startMs of minutes) {
    for (const resolution of Resolution.options) {
      const intervalMs = intervalStart(resolution, defaultCalendar, startMs);
      if (newest !== undefined && newest >= intervalMs) continue;
      if (resolution === "minute" && startMs < untilMs - minuteDays * dayMs) continue;
      const mark = markAt({ resolution, startMs: intervalMs }, now, now.lastEventId + 1);
      writes.push({ PutRequest: { Item: markItem(target, mark) } });
    }
    now = countedMore(now, perMinute, startMs);
    newest = startMs;
  }
  await Promise.all(
    Array.from({ length: writers }, (_, writer) => {
      const own = writes.filter((_write, index) => index % writers === writer);
      return batchWrite(clients.dynamodb, outputs.CountMarksTable, own);
    }),
  );
  return await saveCounter({ clients, outputs }, { counter, untilMs, days, now });
}

/** The minutes of the days from 8 to 20 o'clock. */
function minutesOf(untilMs: number, days: number): number[] {
  const first = intervalStart("day", defaultCalendar, untilMs) - days * dayMs;
  return Array.from({ length: days + 1 }, (_, day) => first + day * dayMs).flatMap((dayStart) =>
    Array.from(
      { length: 12 * 60 },
      (_, minute) => dayStart + 8 * hourMs + minute * minuteMs,
    ).filter((startMs) => startMs <= untilMs),
  );
}

/** People come until the middle of the time, and go after it. */
function countedMore(
  before: CountState & { lastEventId: number },
  counts: number,
  startMs: number,
): CountState & { lastEventId: number } {
  const hour = (startMs % dayMs) / hourMs;
  const share = hour < 14 ? 0.8 : 0.3;
  const wave = 0.5 + 0.5 * Math.sin(startMs / (37 * minuteMs));
  const ups = BigInt(Math.round(counts * Math.min(1, share * (0.6 + 0.6 * wave))));
  const leaving = BigInt(counts) - ups;
  const downs = leaving > before.level + ups ? before.level + ups : leaving;
  const sums = sumsOf(before);
  return {
    level: before.level + ups - downs,
    ups: sums.ups + ups,
    downs: sums.downs + downs,
    late: sums.late + Number(startMs % (97 * minuteMs) === 0),
    lastEventId: before.lastEventId + Number(ups + downs),
  };
}

async function saveCounter(
  { clients, outputs }: Pick<MeasuredService, "clients" | "outputs">,
  {
    counter,
    untilMs,
    days,
    now: { level, lastEventId, ...sums },
  }: Omit<SeededHistory, "events"> & { now: CountState & { lastEventId: number } },
): Promise<StoredCounter> {
  const createdAt = new Date(untilMs - (days + 1) * dayMs).toISOString();
  const lastCountAt = new Date(untilMs).toISOString();
  const after: StoredCounter = {
    ...counter,
    ...{ ...sums, count: Number(level), lastEventId, version: lastEventId + 1 },
    ...{ createdAt, lastCountAt, updatedAt: lastCountAt },
  };
  const { id: counterId, ...stored } = after;
  await clients.dynamodb.send(
    new PutItemCommand({
      TableName: outputs.CountersTable,
      Item: marshall({ counterId, ...stored }),
    }),
  );
  return after;
}
