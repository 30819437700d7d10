import { PutItemCommand, QueryCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import { systemClock } from "../../../adapters/system-clock.ts";
import type { Metadata } from "../../../core/counters/count-event.ts";
import { updateSettings } from "../../../core/counters/settings/change-counter.ts";
import { countBatch, countTap } from "../../../core/counters/taps/count-batch.ts";
import type { Direction } from "../../../core/counters/taps/tap.ts";
import { operator } from "../../core/audit/operator.ts";
import {
  client,
  createCounter,
  createOrganization,
  outputs,
  stores,
  tapOnce,
} from "../../system/service.ts";

async function newCounter(settings = {}) {
  return await createCounter(await createOrganization("pro"), settings);
}

function keyOf(counter: { organizationId: string; id: string }) {
  return { organizationId: counter.organizationId, counterId: counter.id };
}

test("after a tap the counter and its newest event agree", async () => {
  const counter = await newCounter({ incrementStep: 4 });
  const result = await tapOnce(counter, "up", {
    metadata: { lane: "left", deep: [1, { a: null }] },
  });
  const stored = await stores.storedCounters.get(keyOf(counter));
  const [newest] = await stores.countEvents.page(keyOf(counter), { limit: 1 });
  expect(result).toEqual({ result: "counted", counter: stored, event: newest });
  expect(stored).toMatchObject({ count: 4, lastEventId: 1, version: 2 });
  expect(newest).toMatchObject({ metadata: { lane: "left", deep: [1, { a: null }] } });
});

test("of eight concurrent tappers on one counter, every tap is counted once", async () => {
  const counter = await newCounter();
  // Fewer than a hundred in all: a tap gives up after a hundred conflicts, and each conflict is
  // another's tap, so that none gives up however slow the machine is.
  const taps = 4;
  const tapper = async () => {
    for (let count = 0; count < taps; count += 1) await tapOnce(counter);
  };
  await Promise.all(Array.from({ length: 8 }, tapper));
  const events = await stores.countEvents.page(keyOf(counter), { limit: 500 });
  expect(await stores.counters.get(keyOf(counter))).toMatchObject({
    count: 32,
    lastEventId: 32,
    version: 33,
  });
  expect(events.map(({ lastEventId }) => lastEventId)).toEqual(
    Array.from({ length: 32 }, (_, index) => 32 - index),
  );
});

test("a repeated idempotency key returns the first result and changes nothing", async () => {
  const counter = await newCounter();
  const first = await tapOnce(counter, "up", { idempotencyKey: "K", metadata: { n: 1 } });
  await tapOnce(counter, "up");
  const again = await tapOnce(counter, "up", { idempotencyKey: "K", metadata: { n: 1 } });
  expect(again).toEqual({ result: "repeated", event: "event" in first ? first.event : undefined });
  expect(await stores.counters.get(keyOf(counter))).toMatchObject({ count: 2, lastEventId: 2 });
});

test.each<[string, Direction, Metadata | undefined]>([
  ["another direction", "down", { n: 1 }],
  ["other metadata", "up", { n: 2 }],
  ["metadata in another order of its list", "up", { n: 1, list: [2, 1] }],
  ["no metadata", "up", undefined],
])(
  "an idempotency key that comes back with %s is refused, and counts nothing",
  async (...given) => {
    const [, direction, metadata] = given;
    const counter = await newCounter();
    const first = await tapOnce(counter, "up", { idempotencyKey: "K", metadata: { n: 1 } });
    const again = await tapOnce(counter, direction, {
      idempotencyKey: "K",
      ...(metadata && { metadata }),
    });
    expect(again).toEqual({
      result: "key_reused",
      event: "event" in first ? first.event : undefined,
    });
    expect(await stores.counters.get(keyOf(counter))).toMatchObject({ count: 1, lastEventId: 1 });
  },
);

test("a repeated tap returns the first event, even when the counter was locked since", async () => {
  const counter = await newCounter();
  await tapOnce(counter, "up", { idempotencyKey: "K" });
  const locked = { key: keyOf(counter), settings: { locked: true } };
  await updateSettings(stores, locked, operator);
  expect(await tapOnce(counter, "up", { idempotencyKey: "K" })).toMatchObject({
    result: "repeated",
  });
  expect(await tapOnce(counter, "up", { idempotencyKey: "L" })).toMatchObject({
    result: "refused",
    reason: "locked",
  });
});

test("five taps at once under one idempotency key count once", async () => {
  const counter = await newCounter();
  const taps = Array.from({ length: 5 }, () => tapOnce(counter, "up", { idempotencyKey: "K" }));
  const results = await Promise.all(taps);
  expect(results.filter(({ result }) => result === "counted")).toHaveLength(1);
  expect(new Set(results.map((r) => "event" in r && r.event.lastEventId))).toEqual(new Set([1]));
  expect(await stores.counters.get(keyOf(counter))).toMatchObject({ count: 1 });
});

test("an outdated copy of the counter neither counts twice nor refuses wrongly", async () => {
  const counter = await newCounter();
  const locked = { ...counter, locked: true };
  const request = { key: keyOf(counter), tap: { direction: "up" as const, metadata: null } };
  await tapOnce(counter);
  const known = [counter, locked];
  for (const picture of known) {
    const result = await countTap(stores.taps, stores.clock, {
      ...request,
      known: picture,
    });
    expect(result.result).toBe("counted");
  }
  expect(await stores.counters.get(keyOf(counter))).toMatchObject({ count: 3, lastEventId: 3 });
});

test("a settings change leaves a row outside the history", async () => {
  const counter = await newCounter();
  await tapOnce(counter);
  const change = { key: keyOf(counter), settings: { name: "East", goalTarget: 7.5 } };
  const changed = await updateSettings(stores, change, operator);
  expect(changed).toMatchObject({
    result: "updated",
    counter: { name: "East", goalTarget: 7.5, version: 3, count: 1, lastEventId: 1 },
  });
  expect(await stores.countEvents.page(keyOf(counter), { limit: 500 })).toHaveLength(1);
  const rows = await client.send(
    new QueryCommand({
      TableName: outputs.SettingsChangesTable,
      KeyConditionExpression: "counterId = :id",
      ExpressionAttributeValues: { ":id": { S: counter.id } },
      Limit: 10,
    }),
  );
  expect(rows.Items).toMatchObject([{ version: { N: "3" }, eventType: { S: "update" } }]);
});

test("settings and taps at the same time all take effect", async () => {
  const counter = await newCounter();
  const goal = (goalTarget: number) =>
    updateSettings(
      stores,
      {
        key: keyOf(counter),
        settings: { goalTarget },
      },
      operator,
    );
  await Promise.all([
    ...Array.from({ length: 6 }, () => tapOnce(counter)),
    ...Array.from({ length: 4 }, (_, index) => goal(index)),
  ]);
  expect(await stores.counters.get(keyOf(counter))).toMatchObject({
    count: 6,
    lastEventId: 6,
    version: 11,
  });
});

test("a tap on another organization's counter is refused as on one that does not exist", async () => {
  const counter = await newCounter();
  const stranger = { ...counter, organizationId: (await createOrganization("pro")).id };
  expect(await tapOnce(stranger)).toEqual({ result: "no_such_counter" });
  expect(await stores.counters.get(keyOf(counter))).toMatchObject({ count: 0 });
});

test("a tap that finds the tombstone of its undo counts nothing, also beside others", async () => {
  const counter = await newCounter();
  const undone = { counterId: counter.id, idempotencyKey: "undone" };
  const item = {
    ...undone,
    undoneAt: new Date().toISOString(),
    expiresAt: Math.floor(Date.now() / 1_000) + 600,
  };
  await client.send(
    new PutItemCommand({ TableName: outputs.IdempotencyKeysTable, Item: marshall(item) }),
  );
  const up = { tap: { direction: "up" as const, metadata: null } };
  const { results, counter: after } = await countBatch(stores.taps, systemClock, {
    key: keyOf(counter),
    taps: [
      { ...up, idempotencyKey: "undone" },
      { ...up, idempotencyKey: "kept" },
    ],
  });
  expect(results.map(({ result }) => result)).toEqual(["undone", "counted"]);
  expect(after).toMatchObject({ count: 1, lastEventId: 1 });
});
