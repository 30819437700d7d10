import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dynamodbUndos } from "../../../adapters/counters/dynamodb-undos.ts";
import { type StackOutputs, tablesOf } from "../../../adapters/stack-outputs.ts";
import { type Stores, storesOf } from "../../../adapters/stores.ts";
import { adjustCounter } from "../../../core/counters/settings/adjust-counter.ts";
import { updateSettings } from "../../../core/counters/settings/change-counter.ts";
import { countTap } from "../../../core/counters/taps/count-batch.ts";
import type { Direction } from "../../../core/counters/taps/tap.ts";
import { decideUndos } from "../../../core/counters/taps/undo.ts";
import { changeDayStart } from "../../../core/organizations/organization-changes.ts";
import { operator } from "../../core/audit/operator.ts";
import { client, clients } from "../service.ts";
import { createFixtureTables, deleteFixtureTables } from "./fixture-tables.ts";
import { fixturesOf } from "./fixtures.ts";

const release = "0.3.0";
const { tables } = fixturesOf(release);

const organizationId = "org_5X44WQsOniLnQ3sLS7l2";
const counterId = "ctr_6UbV8D9QMV66wANv4uQ8";
const key = { organizationId, counterId };

let outputs: StackOutputs;
let stores: Stores;
beforeAll(async () => {
  outputs = await createFixtureTables(release, tables);
  stores = storesOf({ clients, outputs });
});
afterAll(() => deleteFixtureTables(release, tables));

/** Two taps up, which that release counted under the keys `first` and `second`. */
async function tap(idempotencyKey: string, direction: Direction = "up") {
  const made = { direction, metadata: null };
  return await countTap(stores.taps, stores.clock, { key, tap: made, idempotencyKey });
}

async function undo(idempotencyKey: string) {
  const undoneAt = new Date().toISOString();
  const { clock } = stores;
  const undone = await dynamodbUndos(client, tablesOf(outputs)).undo(
    { key, idempotencyKeys: [idempotencyKey], clock, attempts: 5 },
    (taps) => decideUndos(taps, [{ idempotencyKey, metadata: {}, undoneAt }], clock.now()),
  );
  return undone?.results[0];
}

const counter = () => stores.storedCounters.get(key);
const minuteMarks = () =>
  stores.markReader.from(
    { organizationId, targetId: counterId },
    { resolution: "minute", at: "2026-11-24T00:00:00.000Z", limit: 10 },
  );

describe(`with what release ${release} stored`, () => {
  test("a tap that comes again is repeated", async () => {
    expect(await tap("first")).toMatchObject({ result: "repeated", event: { lastEventId: 1 } });
  });

  test("a tap is undone once, and its record says so", async () => {
    expect(await undo("first")).toEqual({ result: "undone", lastEventId: 3 });
    expect(await undo("first")).toEqual({ result: "repeated", lastEventId: 3 });
    expect(await counter()).toMatchObject({ count: 1, ups: 1n, downs: 0n });
    expect(await tap("first")).toMatchObject({ result: "repeated", event: { lastEventId: 1 } });
  });

  test("an undo that comes before its tap keeps it from counting", async () => {
    expect(await undo("third")).toEqual({ result: "undone", lastEventId: null });
    expect(await tap("third")).toEqual({ result: "undone" });
  });

  test("old marks have nothing adjusted, and the first adjustment begins the sum", async () => {
    const request = { key, to: 40, formId: randomUUID() };
    const adjusted = await adjustCounter(stores, request, operator);
    expect(adjusted).toMatchObject({ result: "adjusted", counter: { count: 40 } });
    await tap("fourth", "down");
    expect(await counter()).toMatchObject({ count: 39, ups: 1n, downs: 1n, adjusted: 39n });
    const [oldest] = await minuteMarks();
    expect(oldest).toMatchObject({ at: "2026-11-24T03:20:00.000Z", level: 0n, ups: 0n });
    expect(oldest).not.toHaveProperty("adjusted");
  });

  test("a counter without settings for the day gets them, and is reset to 0 until then", async () => {
    expect(await counter()).toMatchObject({ resetDaily: false, resetTo: 0 });
    await updateSettings(stores, { key, settings: { resetDaily: true, resetTo: 5 } }, operator);
    expect(await counter()).toMatchObject({ resetDaily: true, resetTo: 5 });
  });

  test("an organization's days start at midnight until it chooses a time", async () => {
    expect(await stores.calendar(organizationId)).toEqual({ timeZone: "UTC" });
    await changeDayStart(stores, { organizationId, dayStart: "04:00" }, operator);
    expect(await stores.calendar(organizationId)).toMatchObject({ dayStarts: [{ at: "04:00" }] });
  });
});
