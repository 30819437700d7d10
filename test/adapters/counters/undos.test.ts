import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { expect, onTestFinished, test } from "vitest";
import { localDynamodbClient } from "../../../adapters/aws/dynamodb-client.ts";
import { systemClock } from "../../../adapters/system-clock.ts";
import { drawChart } from "../../../core/charts/chart.ts";
import type { StoredCounter } from "../../../core/counters/counter.ts";
import { rebuildMarks } from "../../../core/counters/rebuild-marks.ts";
import { archiveCounter } from "../../../core/counters/settings/counter-archive.ts";
import { countTap } from "../../../core/counters/taps/count-batch.ts";
import { operator } from "../../core/audit/operator.ts";
import { changeSettings, history, keyOf, newCounter } from "../../system/console/counter-users.ts";
import { uninterrupted } from "../../system/group-service.ts";
import { client, outputs, stores, storesThrough, tapOnce } from "../../system/service.ts";
import { undoTaps } from "../../system/undo-service.ts";
import { proxyOfTest } from "../fault-proxy.ts";
import { deaths, mortalProxy } from "../mortal-proxy.ts";
import { overtakenClient } from "../overtaken-client.ts";

const tapUnder = (counter: StoredCounter, idempotencyKey: string) =>
  tapOnce(counter, "up", { idempotencyKey });

async function stateOf(counter: StoredCounter) {
  const { count, lastEventId, ups, downs } =
    (await stores.storedCounters.get(keyOf(counter))) ?? {};
  return { count, lastEventId, ups, downs };
}

async function recordOf({ id: counterId }: StoredCounter, idempotencyKey: string) {
  const Key = marshall({ counterId, idempotencyKey });
  const TableName = outputs.IdempotencyKeysTable;
  const { Item } = await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }));
  return Item && unmarshall(Item);
}

test("an undo whose tap arrives between its read and its write undoes the tap", async () => {
  const counter = await newCounter();
  const overtaken = overtakenClient(() => tapUnder(counter, "a"));
  expect(await undoTaps(counter, ["a"], { dynamodb: overtaken })).toEqual(["undone 2"]);
  expect(await stateOf(counter)).toEqual({ count: 0, lastEventId: 2, ups: 0n, downs: 0n });
});

test("a tap whose undo arrives between its read and its write counts nothing", async () => {
  const counter = await newCounter();
  const { taps, clock } = storesThrough(overtakenClient(() => undoTaps(counter, ["a"])));
  const tap = { direction: "up" as const, metadata: null };
  const request = { key: keyOf(counter), tap, idempotencyKey: "a" };
  expect(await countTap(taps, clock, request)).toEqual({ result: "undone" });
  expect(await history(counter)).toEqual([]);
});

test("of two undos of one tap the second is told of the first", async () => {
  const counter = await newCounter();
  await tapUnder(counter, "a");
  const overtaken = overtakenClient(() => undoTaps(counter, ["a"]));
  expect(await undoTaps(counter, ["a", "b"], { dynamodb: overtaken })).toEqual([
    "repeated 2",
    "undone null",
  ]);
  expect(await stateOf(counter)).toMatchObject({ count: 0, lastEventId: 2 });
});

test("a lock between read and write refuses the undo of a counted tap, and no tombstone", async () => {
  const counter = await newCounter();
  await tapUnder(counter, "a");
  const locked = () => overtakenClient(() => changeSettings(counter, { locked: true }));
  expect(await undoTaps(counter, ["a", "b"], { dynamodb: locked() })).toEqual([
    "locked",
    "undone null",
  ]);
  await changeSettings(counter, { locked: false });
  expect(await undoTaps(counter, ["c"], { dynamodb: locked() })).toEqual(["undone null"]);
  expect(await stateOf(counter)).toMatchObject({ count: 1, lastEventId: 1 });
});

test("an undo that finds the counter archived writes nothing", async () => {
  const counter = await newCounter();
  await tapUnder(counter, "a");
  const archived = overtakenClient(() => archiveCounter(stores, keyOf(counter), operator));
  expect(await undoTaps(counter, ["a"], { dynamodb: archived })).toBeUndefined();
  expect(await recordOf(counter, "a")).not.toHaveProperty("undoneBy");
});

test.each(["TransactionConflict", "ThrottlingError"])("an undo goes on after %s", async (Code) => {
  const counter = await newCounter();
  await tapUnder(counter, "a");
  const body = { CancellationReasons: [{ Code }, { Code: "None" }] };
  let left = 3;
  const proxy = await proxyOfTest(({ operation }) =>
    operation === "TransactWriteItems" && left-- > 0
      ? { error: "TransactionCanceledException", body }
      : undefined,
  );
  const disturbed = localDynamodbClient(proxy.endpoint);
  expect(await undoTaps(counter, ["a", "b"], { dynamodb: disturbed })).toEqual([
    "undone 2",
    "undone null",
  ]);
  expect(left).toBeLessThan(0);
});

test.each(deaths)("undos are counted once when the function %s", async (_, death) => {
  const counter = await newCounter();
  for (const key of ["a", "b"]) await tapUnder(counter, key);
  const proxy = await mortalProxy();
  onTestFinished(() => proxy.close());
  const mortal = localDynamodbClient(proxy.endpoint);
  let told: string[] | undefined;
  const died = await proxy.untilOneSurvives(death, async () => {
    told = await undoTaps(counter, ["a", "b", "c"], { dynamodb: mortal }).catch(() => undefined);
    return told !== undefined;
  });
  expect(died).toBeGreaterThan(0);
  const result = death === "lose the response" ? "repeated" : "undone";
  expect(told).toEqual([`${result} 3`, `${result} 4`, `${result} null`]);
  expect(await stateOf(counter)).toEqual({ count: 0, lastEventId: 4, ups: 0n, downs: 0n });
});

test("taps and undos that race under the same keys leave each tap undone once", async () => {
  const counter = await newCounter();
  const keys = Array.from({ length: 8 }, (_, index) => `key ${index}`);
  const racing = keys.flatMap((key) => [
    () => tapUnder(counter, key),
    () => undoTaps(counter, [key]),
    () => undoTaps(counter, [key]),
  ]);
  await Promise.all(racing.map((run) => run()));
  const events = await history(counter);
  const taps = events.filter(({ metadata }) => metadata === null);
  const undone = events.flatMap(({ metadata }) => metadata?.undoes ?? []);
  expect(undone.toSorted()).toEqual(taps.map(({ lastEventId }) => lastEventId).toSorted());
  expect(events.map(({ lastEventId }) => lastEventId)).toEqual(events.map((_, at) => at + 1));
  expect(await stateOf(counter)).toMatchObject({ count: 0, lastEventId: events.length });
});

test("a tombstone is kept for 30 days, and an undone tap's record as long as before", async () => {
  const counter = await newCounter();
  await tapUnder(counter, "a");
  const before = await recordOf(counter, "a");
  const nowMs = Date.UTC(2031, 0, 1);
  await undoTaps(counter, ["a", "b"], { clock: { ...systemClock, now: () => nowMs } });
  expect(await recordOf(counter, "a")).toEqual({ ...before, undoneBy: 2 });
  expect(await recordOf(counter, "b")).toEqual({
    ...{ counterId: counter.id, idempotencyKey: "b" },
    ...{ undoneAt: "2031-01-01T00:00:00.000Z", expiresAt: nowMs / 1_000 + 30 * 86_400 },
  });
});

test("an undo an hour later takes from its own hour, and a rebuild finds its marks as they are", async () => {
  const counter = await newCounter();
  await tapUnder(counter, "a");
  const nowMs = Date.now() + 3_600_000;
  await undoTaps(counter, ["a"], { clock: { ...systemClock, now: () => nowMs } });
  const target = { organizationId: counter.organizationId, targetId: counter.id };
  const marks = async () =>
    await stores.markReader.from(target, { resolution: "hour", at: "2020-01-01", limit: 9 });
  const written = await marks();
  expect(written.map(({ level, ups, downs }) => [level, ups, downs])).toEqual([
    [0n, 0n, 0n],
    [1n, 1n, 0n],
  ]);
  const stored = await stores.storedCounters.get(keyOf(counter));
  if (stored === undefined) throw new Error("the counter is gone");
  const ports = { marks: stores.markReader, clock: { now: () => nowMs + 1_000 } };
  const { points } = await drawChart(ports, target, {
    charted: { ...stored, level: BigInt(stored.count), position: stored.lastEventId },
    calendar: await stores.calendar(counter.organizationId),
    range: { resolution: "hour", from: counter.createdAt },
  });
  expect(points.map(({ ups, downs }) => [ups, downs])).toEqual([
    [1n, 0n],
    [-1n, 0n],
  ]);
  const rebuilt = { result: "rebuilt", events: 2, removed: 0 };
  expect(
    await rebuildMarks(stores, keyOf(counter), { ...uninterrupted, onEvents: () => {} }),
  ).toMatchObject(rebuilt);
  expect(await marks()).toEqual(written);
});
