// @module-tag all
import { DeleteItemCommand, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import { localDynamodbClient } from "../../../../adapters/aws/dynamodb-client.ts";
import { dynamodbOrganizationSettings } from "../../../../adapters/organizations/dynamodb-organization-settings.ts";
import type { StoredCounter } from "../../../../core/counters/counter.ts";
import { startDays } from "../../../../core/counters/days/start-days.ts";
import { rebuildMarks } from "../../../../core/counters/rebuild-marks.ts";
import {
  changeDayStart,
  changeTimeZone,
} from "../../../../core/organizations/organization-changes.ts";
import { operator } from "../../../core/audit/operator.ts";
import { client, endpoint, stores, tables } from "../../../system/service.ts";
import { overtakenClient } from "../../overtaken-client.ts";
import {
  dailyCounters,
  keyOf,
  portsOf,
  runFor,
  SetClock,
  startedDays,
  storedNow,
  tapUp,
} from "./daily-gate.ts";

async function organizationOf({ organizationId }: StoredCounter) {
  const { Item } = await client.send(
    new GetItemCommand({ TableName: tables.organizations, Key: marshall({ organizationId }) }),
  );
  return Item;
}

async function dueAt(counter: StoredCounter) {
  return (await organizationOf(counter))?.nextDayStart?.S;
}

test("the day starts at its own time, once, and the next day starts again", async () => {
  const clock = new SetClock("2031-11-23T12:00:00Z");
  const [counter] = await dailyCounters(clock, { timeZone: "Europe/Berlin", resetTo: 5 });
  await tapUp(clock, counter, 30);
  // The organization has just joined the index: its day has started before its counter was there.
  expect(await runFor(clock, counter)).toMatchObject({ resets: 0, started: 1 });
  expect(await dueAt(counter)).toBe("2031-11-23T23:00:00.000Z");
  clock.nowMs = Date.parse("2031-11-23T22:59:59Z");
  expect(await runFor(clock, counter)).toMatchObject({ resets: 0, started: 0 });
  clock.nowMs = Date.parse("2031-11-23T23:00:20Z");
  expect(await runFor(clock, counter)).toMatchObject({ resets: 1, started: 1, delayMs: 0 });
  expect(await storedNow(counter)).toMatchObject({ count: 5, lastDailyReset: "2031-11-24" });
  expect(await dueAt(counter)).toBe("2031-11-24T23:00:00.000Z");
  clock.nowMs = Date.parse("2031-11-24T23:00:20Z");
  await tapUp(clock, counter);
  await runFor(clock, counter);
  // It showed the number with which the day starts.
  expect(await storedNow(counter)).toMatchObject({ count: 6, lastDailyReset: "2031-11-24" });
  expect(await startedDays(counter)).toEqual(["2031-11-24"]);
});

test("a start that comes hours late keeps what was counted since, and its marks can be rebuilt", async () => {
  const clock = new SetClock("2031-11-23T12:00:00Z");
  const [counter] = await dailyCounters(clock);
  await tapUp(clock, counter, 30);
  clock.nowMs = Date.parse("2031-11-24T00:00:00Z");
  await tapUp(clock, counter, 2);
  clock.nowMs = Date.parse("2031-11-24T07:10:00Z");
  await tapUp(clock, counter, 5);
  await runFor(clock, counter);
  expect(await storedNow(counter)).toMatchObject({ count: 7, ups: 37n, adjusted: -30n });
  // Days that went by meanwhile do not start any more.
  clock.nowMs = Date.parse("2031-11-28T00:00:30Z");
  await runFor(clock, counter);
  expect(await startedDays(counter)).toEqual(["2031-11-28", "2031-11-24"]);
  expect((await storedNow(counter)).count).toBe(0);
  const target = { organizationId: counter.organizationId, targetId: counter.id };
  const page = { resolution: "minute", at: "2031-01-01T00:00:00.000Z", limit: 100 } as const;
  const marks = () => stores.markReader.from(target, page);
  const written = await marks();
  const control = { onEvents: () => {}, isStopped: () => false };
  const rebuilt = await rebuildMarks(stores, keyOf(counter), control);
  expect(rebuilt).toMatchObject({ result: "rebuilt", removed: 0 });
  expect(await marks()).toEqual(written);
});

test("a change of the calendar moves the next start, and one during a run is not overwritten", async () => {
  const clock = new SetClock("2031-11-23T12:00:00Z");
  const at = { ...stores, clock };
  const [counter] = await dailyCounters(clock);
  const { organizationId } = counter;
  await tapUp(clock, counter, 4);
  await runFor(clock, counter);
  const settings = dynamodbOrganizationSettings(client, tables, clock);
  const ports = { ...at, organizationSettings: settings };
  await changeTimeZone(ports, { organizationId, timeZone: "Asia/Tokyo" }, operator);
  expect(await dueAt(counter)).toBe("2031-11-23T15:00:00.000Z");
  await changeDayStart(ports, { organizationId, dayStart: "04:00" }, operator);
  expect(await dueAt(counter)).toBe("2031-11-23T19:00:00.000Z");
  clock.nowMs = Date.parse("2031-11-23T19:00:20Z");
  const timeZone = "America/New_York";
  const overtaken = overtakenClient(() =>
    changeTimeZone(ports, { organizationId, timeZone }, operator),
  );
  await runFor(clock, counter, overtaken);
  expect((await storedNow(counter)).count).toBe(0);
  clock.nowMs += 60_000;
  expect(await runFor(clock, counter)).toMatchObject({ resets: 0, started: 1 });
  expect(await dueAt(counter)).toBe("2031-11-24T09:00:00.000Z");
});

test("a run that ends midway leaves the rest to the next one, and nothing is done twice", async () => {
  const clock = new SetClock("2031-11-23T12:00:00Z");
  const counters = await dailyCounters(clock, { count: 30 });
  for (const counter of counters) await tapUp(clock, counter, 3);
  clock.nowMs = Date.parse("2031-11-24T00:00:20Z");
  const ending = localDynamodbClient(endpoint);
  let writes = 0;
  ending.middlewareStack.add(
    (next, { commandName }) =>
      async (call) => {
        if (commandName === "TransactWriteItemsCommand") writes += 1;
        if (writes > 12) throw new Error("the function has ended");
        return await next(call);
      },
    { step: "initialize" },
  );
  expect(await runFor(clock, counters[0], ending)).toMatchObject({ resets: 12, started: 0 });
  // Until its claim ends, another run leaves the organization alone.
  expect(await runFor(clock, counters[0])).toMatchObject({ resets: 0, started: 0 });
  clock.nowMs = Date.parse("2031-11-24T00:01:20Z");
  for (const counter of counters) await tapUp(clock, counter, 1);
  expect(await runFor(clock, counters[0])).toMatchObject({ resets: 18, started: 1, errors: [] });
  for (const counter of counters) {
    expect(await startedDays(counter)).toEqual(["2031-11-24"]);
    expect((await storedNow(counter)).count).toBe(1);
  }
});

test("of runs at the same time one works, and even without claims each counter starts its day once", async () => {
  const clock = new SetClock("2031-11-23T12:00:00Z");
  const counters = await dailyCounters(clock, { count: 25 });
  for (const counter of counters) await tapUp(clock, counter, 3);
  clock.nowMs = Date.parse("2031-11-24T00:00:20Z");
  const [first] = counters;
  const ports = portsOf(clock, first);
  const { claim } = ports.dueDays;
  const calendar = { timeZone: "UTC" };
  const revision = Number((await organizationOf(first))?.revision?.N);
  const due = { organizationId: first.organizationId, nextDayStart: "2031-11-23T12:00:00.000Z" };
  ports.dueDays.claim = async () => ({ ...due, calendar, revision });
  const untilMs = clock.now() + 50_000;
  const runs = await Promise.all([1, 2, 3].map(() => startDays(ports, untilMs)));
  expect(runs.map(({ errors }) => errors)).toEqual([[], [], []]);
  expect(runs.reduce((sum, { resets }) => sum + resets, 0)).toBe(25);
  for (const counter of counters) expect(await startedDays(counter)).toEqual(["2031-11-24"]);
  clock.nowMs = Date.parse("2031-11-25T00:00:20Z");
  const claims = [1, 2, 3].map(() =>
    claim(first.organizationId, { nowMs: clock.now(), untilMs: clock.now() + 50_000 }),
  );
  expect((await Promise.all(claims)).filter((claimed) => claimed !== undefined)).toHaveLength(1);
});

test("a tap between the read and the write of a reset is neither lost nor taken away", async () => {
  const clock = new SetClock("2031-11-23T12:00:00Z");
  const [counter] = await dailyCounters(clock);
  await tapUp(clock, counter, 40);
  clock.nowMs = Date.parse("2031-11-24T00:00:20Z");
  const overtaken = overtakenClient(() => tapUp(clock, counter, 3));
  expect(await runFor(clock, counter, overtaken)).toMatchObject({ resets: 1, started: 1 });
  expect(await storedNow(counter)).toMatchObject({ count: 3, ups: 43n, adjusted: -40n });
});

test("a run does not bring back an organization that was deleted meanwhile", async () => {
  const clock = new SetClock("2031-11-23T12:00:00Z");
  const [counter] = await dailyCounters(clock);
  await tapUp(clock, counter, 4);
  clock.nowMs = Date.parse("2031-11-24T00:00:20Z");
  const { organizationId } = counter;
  const Key = marshall({ organizationId });
  const deletion = new DeleteItemCommand({ TableName: tables.organizations, Key });
  const overtaken = overtakenClient(() => client.send(deletion));
  await runFor(clock, counter, overtaken);
  await runFor(clock, counter);
  expect(await organizationOf(counter)).toBeUndefined();
});

test("calls: claim and end, a write for each reset, and a read of marks only where it is late", async () => {
  const clock = new SetClock("2031-11-23T12:00:00Z");
  const counters = await dailyCounters(clock, { count: 40 });
  for (const counter of counters.slice(0, 30)) await tapUp(clock, counter);
  clock.nowMs = Date.parse("2031-11-24T00:00:10Z");
  for (const counter of counters.slice(0, 4)) await tapUp(clock, counter);
  const counted = localDynamodbClient(endpoint);
  const calls = new Map<string, number>();
  counted.middlewareStack.add(
    (next, { commandName = "" }) =>
      async (call) => {
        const { input } = call;
        const table = "TableName" in input ? input.TableName : "";
        // A list has any number of pages.
        const what = commandName === "QueryCommand" ? `Query ${table}` : commandName;
        calls.set(what, (calls.get(what) ?? 0) + 1);
        return await next(call);
      },
    { step: "initialize" },
  );
  expect(await runFor(clock, counters[0], counted)).toMatchObject({ resets: 30, started: 1 });
  expect(Object.fromEntries(calls)).toEqual({
    [`Query ${tables.organizations}`]: expect.any(Number),
    [`Query ${tables.counters}`]: expect.any(Number),
    [`Query ${tables.countMarks}`]: 4,
    ...{ GetItemCommand: 1, UpdateItemCommand: 2, TransactWriteItemsCommand: 30 },
  });
});
