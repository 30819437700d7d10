import { expect, test } from "vitest";
import { updateSettings } from "../../../core/counters/settings/change-counter.ts";
import {
  archiveCounter,
  unarchiveCounter,
} from "../../../core/counters/settings/counter-archive.ts";
import { countTap } from "../../../core/counters/taps/count-batch.ts";
import { operator } from "../../core/audit/operator.ts";
import { createCounter, createOrganization, stores, tapOnce } from "../../system/service.ts";

const { taps, clock } = stores;

async function newCounter() {
  const counter = await createCounter(await createOrganization("pro"));
  return { counter, key: { organizationId: counter.organizationId, counterId: counter.id } };
}

test("a tap at the same time as archiving is counted before it or refused", async () => {
  const { counter, key } = await newCounter();
  // Without waits the archiving wins soon against those that wait after each conflict.
  const eager = { ...clock, backOff: async () => {} };
  await tapOnce(counter);
  const taps = Array.from({ length: 8 }, () => tapOnce(counter));
  const archival = await archiveCounter({ ...stores, clock: eager }, key, operator);
  const results = (await Promise.all(taps)).map(({ result }) => result);
  for (const result of results) expect(["counted", "no_such_counter"]).toContain(result);
  expect(await tapOnce(counter)).toEqual({ result: "no_such_counter" });
  const counted = 1 + results.filter((result) => result === "counted").length;
  const stored = await stores.storedCounters.get(key);
  expect(archival).toEqual({ result: "archived", counter: stored, changed: true, pausedAlerts: 0 });
  expect(stored).toMatchObject({ count: counted, lastEventId: counted, version: counted + 2 });
  const events = await stores.countEvents.page(key, { limit: 500 });
  expect(events).toHaveLength(counted);
});

test("a caller with an outdated copy of an archived counter can neither tap nor change it", async () => {
  const { counter, key } = await newCounter();
  await archiveCounter(stores, key, operator);
  const tap = { direction: "up" as const, metadata: null };
  expect(await countTap(taps, clock, { key, tap, known: counter })).toEqual({
    result: "no_such_counter",
  });
  const settings = { name: "New" };
  expect(await updateSettings(stores, { key, settings }, operator)).toEqual({
    result: "no_such_counter",
  });
  expect(await stores.storedCounters.get(key)).toMatchObject({ count: 0, name: "Gate" });
});

test("a tap that was counted before returns its event, with or without a remembered counter", async () => {
  const { counter, key } = await newCounter();
  await tapOnce(counter, "up", { idempotencyKey: "K" });
  await archiveCounter(stores, key, operator);
  const request = { key, tap: { direction: "up" as const, metadata: null }, idempotencyKey: "K" };
  for (const known of [undefined, counter]) {
    expect(await countTap(taps, clock, { ...request, known })).toMatchObject({
      result: "repeated",
      event: { lastEventId: 1 },
    });
  }
});

test("archiving and restoring at the same time end in one of the two states, each with its own version", async () => {
  const { key } = await newCounter();
  const changes = Array.from({ length: 6 }, (_, index) =>
    index % 2 === 0
      ? archiveCounter(stores, key, operator)
      : unarchiveCounter(stores, key, operator),
  );
  const results = await Promise.all(changes);
  const changed = results.filter((change) => "changed" in change && change.changed).length;
  expect((await stores.storedCounters.get(key))?.version).toBe(1 + changed);
});

test("a restored counter goes on where it stopped, in use and without a trace", async () => {
  const { counter, key } = await newCounter();
  await tapOnce(counter);
  await archiveCounter(stores, key, operator);
  expect(await stores.counters.get(key)).toBeUndefined();
  expect(await stores.counters.list(key.organizationId)).toEqual([]);
  await unarchiveCounter(stores, key, operator);
  expect(await tapOnce(counter)).toMatchObject({ result: "counted", event: { lastEventId: 2 } });
  expect(await stores.counters.get(key)).not.toHaveProperty("archivedAt");
  expect(await stores.counters.get(key)).toMatchObject({ count: 2, version: 5 });
});
