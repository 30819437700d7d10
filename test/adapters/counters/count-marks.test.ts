import { GetItemCommand, PutItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { describe, expect, test } from "vitest";
import { localDynamodbClient } from "../../../adapters/aws/dynamodb-client.ts";
import { dynamodbMarkReader } from "../../../adapters/counters/dynamodb-count-marks.ts";
import { dynamodbStoredCounters } from "../../../adapters/counters/dynamodb-counters.ts";
import { dynamodbCalendar } from "../../../adapters/organizations/dynamodb-calendar.ts";
import { drawChart } from "../../../core/charts/chart.ts";
import { chartedCounter } from "../../../core/counters/charted.ts";
import type { CountMark, MarkReader } from "../../../core/counters/count-mark.ts";
import type { StoredCounter } from "../../../core/counters/counter.ts";
import { rebuildMarks } from "../../../core/counters/rebuild-marks.ts";
import { updateSettings } from "../../../core/counters/settings/change-counter.ts";
import { countBatch } from "../../../core/counters/taps/count-batch.ts";
import { readToday } from "../../../core/counters/today.ts";
import { changeTimeZone } from "../../../core/organizations/organization-changes.ts";
import { readReport } from "../../../core/reports/report.ts";
import { operator } from "../../core/audit/operator.ts";
import {
  client,
  createCounter,
  createOrganization,
  endpoint,
  outputs,
  stores,
  tables,
} from "../../system/service.ts";

const begin = Date.parse("2026-03-28T22:59:50.000Z");

async function newCounter(timeZone = "UTC", settings = {}) {
  const organization = await createOrganization("pro");
  await changeTimeZone(stores, { organizationId: organization.id, timeZone }, operator);
  return await createCounter(organization, settings);
}

/** Counts taps together at a time; `late` ones say that they were made three minutes before. */
async function tapAt(counter: StoredCounter, nowMs: number, directions: string[], late = false) {
  const tappedAt = new Date(nowMs - 180_000).toISOString();
  return await countBatch(
    stores.taps,
    { now: () => nowMs, backOff: async () => {} },
    {
      key: keyOf(counter),
      taps: directions.map((direction) => ({
        tap: {
          direction: direction === "up" ? "up" : "down",
          metadata: late ? { gate: "gat_1", tappedAt } : null,
        },
      })),
    },
  );
}

function keyOf({ organizationId, id: counterId }: StoredCounter) {
  return { organizationId, counterId };
}

function targetOf({ organizationId, id: targetId }: StoredCounter) {
  return { organizationId, targetId };
}

async function marksOf(counter: StoredCounter, resolution: CountMark["resolution"]) {
  const page = { resolution, at: "2020-01-01T00:00:00.000Z", limit: 10_000 };
  return await stores.markReader.from(targetOf(counter), page);
}

// Counters of tests begin now, and their taps are in the past only as far as the rules allow.
async function counterOfThen(timeZone?: string): Promise<StoredCounter> {
  const counter = await newCounter(timeZone);
  const then = new Date(begin - 1_000).toISOString();
  const { id: counterId, ...rest } = counter;
  const Item = marshall({ counterId, ...rest, createdAt: then, updatedAt: then });
  await client.send(new PutItemCommand({ TableName: outputs.CountersTable, Item }));
  return { ...counter, createdAt: then, updatedAt: then };
}

describe("taps write marks", () => {
  test("the first of a minute, hour and day, in the organization's zone, and no other", async () => {
    const counter = await counterOfThen("Europe/Berlin");
    await tapAt(counter, begin, ["up", "up", "down"]);
    await tapAt(counter, begin + 5_000, ["up"], true);
    // The next day in Berlin.
    await tapAt(counter, begin + 10_000, ["down"]);
    await tapAt(counter, begin + 30_000, ["up"]);
    const first = { level: 0n, ups: 0n, downs: 0n, late: 0, position: 1 };
    const next = { level: 2n, ups: 3n, downs: 1n, late: 1, position: 5 };
    const at = (time: string) => `2026-03-28T${time}:00.000Z`;
    expect(await marksOf(counter, "minute")).toEqual([
      { resolution: "minute", at: at("22:59"), ...first },
      { resolution: "minute", at: at("23:00"), ...next },
    ]);
    expect(await marksOf(counter, "hour")).toEqual([
      { resolution: "hour", at: at("22:00"), ...first },
      { resolution: "hour", at: at("23:00"), ...next },
    ]);
    expect(await marksOf(counter, "day")).toEqual([
      { resolution: "day", at: "2026-03-27T23:00:00.000Z", ...first },
      // With the peak of the day before.
      { resolution: "day", at: at("23:00"), ...next, peak: 2n, peakAt: "2026-03-28T22:59:50.000Z" },
    ]);
  });

  test("sums beyond 2^53 stay exact", async () => {
    const most = Number.MAX_SAFE_INTEGER;
    const counter = await counterOfThen();
    const settings = { incrementStep: most, decrementStep: most };
    await updateSettings(stores, { key: keyOf(counter), settings }, operator);
    const now = Date.now();
    await tapAt(counter, now, ["up", "down", "up", "down", "up"]);
    await tapAt(counter, now + 61_000, ["down"]);
    const stored = await stores.storedCounters.get(keyOf(counter));
    expect(stored).toMatchObject({ ups: 3n * BigInt(most), downs: 3n * BigInt(most), count: 0 });
    expect((await marksOf(counter, "minute")).at(-1)).toMatchObject({
      ...{ ups: 3n * BigInt(most), downs: 2n * BigInt(most), level: BigInt(most) },
    });
  });

  test("taps that race lose no mark and no sum", async () => {
    const counter = await newCounter();
    const now = Date.now();
    await tapAt(counter, now, ["up"]);
    await Promise.all(
      Array.from({ length: 5 }, (_, index) => tapAt(counter, now + 61_000 + index, ["up"])),
    );
    const stored = await stores.storedCounters.get(keyOf(counter));
    expect(stored).toMatchObject({ count: 6, ups: 6n });
    const marks = await marksOf(counter, "minute");
    expect(marks.length).toBeGreaterThan(1);
    for (const { level, ups, position } of marks) {
      expect([level, position]).toEqual([ups, Number(ups) + 1]);
    }
  });
});

describe("rebuilding marks", () => {
  const rebuild = (counter: StoredCounter) =>
    rebuildMarks(stores, keyOf(counter), { onEvents: () => {}, isStopped: () => false });

  test("after a change of zone it removes the days of the old one", async () => {
    const counter = await counterOfThen();
    await tapAt(counter, begin, ["up"]);
    await changeTimeZone(stores, { ...counter, timeZone: "Asia/Kathmandu" }, operator);
    expect(await rebuild(counter)).toMatchObject({ marks: 3, removed: 2 });
    const days = await marksOf(counter, "day");
    expect(days.map(({ at }) => at)).toEqual(["2026-03-28T18:15:00.000Z"]);
    const hours = await marksOf(counter, "hour");
    expect(hours.map(({ at }) => at)).toEqual(["2026-03-28T22:15:00.000Z"]);
  });

  test("keeps the marks of taps that are made meanwhile", async () => {
    const counter = await counterOfThen();
    await tapAt(counter, begin, ["up"]);
    const page: typeof stores.countEvents.page = async (...query) => {
      const events = await stores.countEvents.page(...query);
      // Of another minute, and of another day.
      await tapAt(counter, begin + 61_000, ["up"]);
      await tapAt(counter, begin + 86_400_000, ["up"]);
      return events;
    };
    const ports = { ...stores, countEvents: { ...stores.countEvents, page } };
    const uninterrupted = { onEvents: () => {}, isStopped: () => false };
    expect(await rebuildMarks(ports, keyOf(counter), uninterrupted)).toMatchObject({
      ...{ result: "rebuilt", events: 1, removed: 0 },
    });
    for (const [resolution, marks] of [
      ["minute", 3],
      ["hour", 3],
      ["day", 2],
    ] as const) {
      expect((await marksOf(counter, resolution)).length).toBe(marks);
    }
  });

  test("of a counter that is deleted meanwhile leaves no mark", async () => {
    const counter = await counterOfThen();
    await tapAt(counter, begin, ["up"]);
    let reads = 0;
    const get: typeof stores.storedCounters.get = async (key) =>
      reads++ === 0 ? await stores.storedCounters.get(key) : undefined;
    const ports = { ...stores, storedCounters: { ...stores.storedCounters, get } };
    const uninterrupted = { onEvents: () => {}, isStopped: () => false };
    expect(await rebuildMarks(ports, keyOf(counter), uninterrupted)).toEqual({
      result: "no_such_counter",
    });
    for (const resolution of ["minute", "hour", "day"] as const) {
      expect(await marksOf(counter, resolution)).toEqual([]);
    }
  });
});

test("a year by the day costs at most 20 read units, with a mark each day", async () => {
  const counter = await newCounter("Europe/Berlin");
  const day = 86_400_000;
  const now = Date.now();
  const marks = Array.from({ length: 366 }, (_, index): CountMark => {
    const at = new Date(now - (366 - index) * day).toISOString();
    const sums = { ups: 10n ** 15n + BigInt(index), downs: 10n ** 15n, late: 123_456 };
    return { resolution: "day", at, level: 10n ** 12n, ...sums, position: 1_000_000 + index };
  });
  await stores.markWriter.put(targetOf(counter), marks);
  const { measured, units } = measuringClient();
  const [stored, calendar] = await Promise.all([
    dynamodbStoredCounters(measured, tables).get(keyOf(counter)),
    dynamodbCalendar(measured, tables)(counter.organizationId),
  ]);
  if (stored === undefined) throw new Error("the counter is gone");
  const createdAt = "2020-01-01T00:00:00.000Z";
  const reader: MarkReader = dynamodbMarkReader(measured, tables);
  const drawn = await drawChart({ marks: reader, clock: stores.clock }, targetOf(counter), {
    charted: { ...stored, createdAt, level: 0n, position: 2_000_000 },
    calendar,
    range: { resolution: "day", from: new Date(now - 367 * day).toISOString() },
  });
  expect(drawn.points).toHaveLength(366);
  expect(units()).toBeLessThanOrEqual(20);
  expect(units()).toBeGreaterThan(5);
});

test("a report of a year and the year before is one query of at most 45 read units", async () => {
  const counter = await newCounter("Europe/Berlin");
  const marks = Array.from({ length: 730 }, (_, index): CountMark => {
    const at = new Date(Date.UTC(2024, 0, 1 + index)).toISOString();
    const sums = { ups: 10n ** 6n + BigInt(index), downs: 10n ** 6n, late: 123, peak: 5_000n };
    return { resolution: "day", at, level: 10n ** 3n, ...sums, position: 1 + index, peakAt: at };
  });
  await stores.markWriter.put(targetOf(counter), marks);
  const { measured, units } = measuringClient();
  const reader = dynamodbMarkReader(measured, tables);
  const createdAt = "2020-01-01T00:00:00.000Z";
  const { rows, before } = await readReport(reader, targetOf(counter), {
    charted: { createdAt, level: 0n, position: 1_000 },
    calendar: { timeZone: "UTC" },
    range: { from: "2025-01-01", to: "2025-12-30", by: "day", heatmap: false },
    nowMs: Date.now(),
  });
  expect([rows.length, before.rows.length]).toEqual([364, 364]);
  expect(units()).toBeLessThanOrEqual(45);
});

test("what was counted today costs a read unit for the calendar, and one for a mark", async () => {
  const counter = await newCounter();
  await tapAt(counter, Date.now(), ["up", "up"]);
  const stored = await stores.storedCounters.get(keyOf(counter));
  if (stored === undefined) throw new Error("the counter is gone");
  const { measured, units } = measuringClient();
  const calendar = await dynamodbCalendar(measured, tables)(counter.organizationId);
  const ports = { marks: dynamodbMarkReader(measured, tables), clock: stores.clock };
  const known = { charted: chartedCounter(stored), calendar };
  expect(await readToday(ports, targetOf(counter), known)).toMatchObject({ in: 2n, peak: 2n });
  expect(units()).toBe(2);
});

/** A client whose requests say what they consumed. */
function measuringClient() {
  const measured = localDynamodbClient(endpoint);
  let sum = 0;
  measured.middlewareStack.add(
    (next) => async (args) => {
      const asked = { ...args, input: { ...args.input, ReturnConsumedCapacity: "TOTAL" } };
      const result = await next(asked as typeof args);
      const { ConsumedCapacity } = result.output as {
        ConsumedCapacity?: { CapacityUnits: number };
      };
      sum += ConsumedCapacity?.CapacityUnits ?? 0;
      return result;
    },
    { step: "initialize" },
  );
  return { measured, units: () => sum };
}

test("an organization from before the setting is in UTC", async () => {
  const organization = await createOrganization("pro");
  const Key = { organizationId: { S: organization.id } };
  const TableName = outputs.OrganizationsTable;
  const remove = {
    UpdateExpression: "REMOVE #timeZone",
    ExpressionAttributeNames: { "#timeZone": "timeZone" },
  };
  await client.send(new UpdateItemCommand({ TableName, Key, ...remove }));
  const { Item } = await client.send(new GetItemCommand({ TableName, Key }));
  expect(Item).not.toHaveProperty("timeZone");
  expect((await stores.organizations.get(organization.id))?.organization.timeZone).toBe("UTC");
  expect(await stores.calendar(organization.id)).toEqual({ timeZone: "UTC" });
});
