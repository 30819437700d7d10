// @module-tag all
import { expect, test } from "vitest";
import { Counter, type StoredCounter } from "../../../../core/counters/counter.ts";
import { newGroup, regroup, sumsOf } from "../../../system/group-service.ts";
import {
  type Item,
  itemsWith,
  liveItem,
  lose,
  restoredTable,
} from "../../../system/restored-table.ts";
import { createCustomer, get, stores, tapOnce } from "../../../system/service.ts";
import { comesToRest, createReceiver } from "../../../system/webhooks/webhook-service.ts";
import { findingsOf, ops } from "../operations/doctor-findings.ts";

type Table = "CountEvents" | "Counters";

/** A counter of a group with so many taps, and what a backup of its tables has of it. */
async function backedUp(taps: number) {
  const { organization, counter, key } = await createCustomer("enterprise");
  const group = await newGroup(organization);
  await regroup(counter, group.id);
  await tapTimes(counter, taps);
  const backup = { CountEvents: await eventsOf(counter), Counters: await itemOf(counter) };
  return { organization, counter, key, backup, group };
}

async function tapTimes(counter: StoredCounter, taps: number): Promise<void> {
  for (let tap = 0; tap < taps; tap += 1) await tapOnce(counter);
}

const eventsOf = (counter: StoredCounter) => itemsWith("CountEvents", counter.id);
const itemOf = (counter: StoredCounter) => itemsWith("Counters", counter.id);

/** Loses all that a table has of a counter, or its events from this number on. */
async function loseAll(name: Table, counter: StoredCounter, from = 0): Promise<void> {
  for (const item of await itemsWith(name, counter.id)) {
    if (name === "Counters" || Number(item.lastEventId?.N) >= from) await lose(name, item);
  }
}

async function restore(name: Table, items: Item[], ...more: string[]): Promise<void> {
  const { tableName } = await restoredTable(name, items);
  await ops.json("data", "restore", "--table", name, "--from", tableName, ...more);
}

/** The numbers of a counter's history, oldest first; each event must follow the one before it. */
async function history(counter: StoredCounter): Promise<number[]> {
  const key = { organizationId: counter.organizationId, counterId: counter.id };
  const events = (await stores.countEvents.page(key, { limit: 500 })).toReversed();
  for (const [index, { previousCount }] of events.entries()) {
    expect(previousCount).toBe(index === 0 ? 0 : events[index - 1]?.count);
  }
  return events.map(({ lastEventId }) => lastEventId);
}

async function tapped(counter: StoredCounter): Promise<number> {
  const result = await tapOnce(counter);
  if (result.result !== "counted") throw new Error(result.result);
  return result.event.lastEventId;
}

async function drift({ organizationId }: StoredCounter, ...more: string[]) {
  const found = await findingsOf("drift", organizationId, ...more);
  return found.map(({ severity, sentence }) => `${severity}: ${sentence}`);
}

const agrees = "fine: the tables of 1 organization agree";
const passes = (counter: StoredCounter, numbers: string) =>
  `fine: after a restore, counters of ${counter.organizationId} pass over numbers: ${counter.id} (${numbers})`;

test("a counter that lost its item and its newest events uses none of their numbers again", async () => {
  const { organization, counter, key, backup, group } = await backedUp(2);
  const receiver = await createReceiver(organization.id);
  await tapTimes(counter, 3);
  for (const { deliveryId } of await receiver.verified(3)) {
    await comesToRest(deliveryId, "delivered");
  }
  const [before] = (await itemOf(counter)) as [Item];
  const beganMs = Date.now();
  for (const name of ["CountEvents", "Counters"] as const) await loseAll(name, counter);
  for (const name of ["CountEvents", "Counters"] as const) await restore(name, backup[name]);
  const response = await get(`/api/v1/counters/${counter.id}`, key);
  const shown = Counter.strict().parse(await response.json());
  expect(shown).toMatchObject({ count: 2 });
  // Whoever has seen 5 sees it rise.
  expect(shown.lastEventId).toBeGreaterThanOrEqual(beganMs);
  expect(shown.version).toBeGreaterThan(Number(before.version?.N));
  expect(Date.parse(shown.updatedAt)).toBeGreaterThanOrEqual(beganMs);
  const known = passes(counter, `3 to ${shown.lastEventId}`);
  expect(await drift(counter)).toEqual([agrees, known]);

  const next = shown.lastEventId + 1;
  expect([await tapped(counter), await tapped(counter)]).toEqual([next, next + 1]);
  expect(await history(counter)).toEqual([1, 2, next, next + 1]);
  expect(await drift(counter)).toEqual([agrees, known]);
  expect(await drift(counter, "--counter", counter.id)).toEqual([agrees, known]);
  // Under a number that was used, its delivery would be on record already, and its count an old one.
  const [, , , ...since] = await receiver.verified(5);
  expect(since.map(({ body }) => JSON.parse(body).data.lastEventId).toSorted()).toEqual([
    next,
    next + 1,
  ]);
  await expect.poll(() => sumsOf(group)).toMatchObject({ total: 4n });
});

test("a second restore of the same backup goes on behind the first", async () => {
  const { counter, backup } = await backedUp(2);
  await loseAll("Counters", counter);
  await restore("Counters", backup.Counters);
  const first = await tapped(counter);
  await tapTimes(counter, 2);
  // The last of the three is lost with the item.
  await loseAll("CountEvents", counter, first + 2);
  await loseAll("Counters", counter);
  await restore("Counters", backup.Counters);
  const second = await tapped(counter);
  expect(second).toBeGreaterThan(first + 2);
  expect(await history(counter)).toEqual([1, 2, first, first + 1, second]);
  const holes = `${first + 2} to ${second - 1}, 3 to ${first - 1}`;
  const [, known] = await drift(counter);
  for (const hole of holes.split(", ")) expect(known).toContain(hole);
});

test("events that come back after their counter keep their numbers, below its own", async () => {
  const { counter, backup } = await backedUp(1);
  await tapTimes(counter, 2);
  const events = await eventsOf(counter);
  for (const name of ["CountEvents", "Counters"] as const) await loseAll(name, counter);
  // The order that the page warns of: the counter does not know the counts of these events.
  await restore("Counters", backup.Counters);
  const next = await tapped(counter);
  await restore("CountEvents", events);
  const key = { organizationId: counter.organizationId, counterId: counter.id };
  const page = await stores.countEvents.page(key, { limit: 10 });
  expect(page.map(({ lastEventId }) => lastEventId)).toEqual([next, 3, 2, 1]);
  expect(page[0]).toMatchObject({ previousCount: 1, count: 2 });
  expect(await drift(counter)).toEqual([agrees, passes(counter, `2 to ${next - 1}`)]);
});

test("a counter whose item is newer than its events keeps the count of the item", async () => {
  const { counter, backup } = await backedUp(2);
  await tapTimes(counter, 3);
  const newer = await itemOf(counter);
  for (const name of ["CountEvents", "Counters"] as const) await loseAll(name, counter);
  await restore("CountEvents", backup.CountEvents);
  await restore("Counters", newer);
  const result = await tapOnce(counter);
  expect(result).toMatchObject({ event: { previousCount: 5, count: 6 } });
  expect((await drift(counter))[0]).toBe(
    `warning: the counter ${counter.id} of ${counter.organizationId} lacks events after a restore: 3 to 5`,
  );
});

test("if only events are lost, the counter continues, and the hole beyond the backup is known", async () => {
  const { counter, backup } = await backedUp(2);
  await tapTimes(counter, 3);
  await loseAll("CountEvents", counter);
  expect(await drift(counter)).toEqual([
    `critical: the counter ${counter.id} of ${counter.organizationId} lacks events: 1 to 5`,
  ]);
  await restore("CountEvents", backup.CountEvents);
  expect(await tapped(counter)).toBe(6);
  expect(await drift(counter)).toEqual([
    `warning: the counter ${counter.id} of ${counter.organizationId} lacks events after a restore: 3 to 5`,
  ]);
});

test("a counter that is there keeps its number, whatever is restored over it", async () => {
  const { counter, backup } = await backedUp(2);
  await tapTimes(counter, 2);
  const [changed] = backup.Counters.map((item) => ({ ...item, name: { S: "Before" } }));
  await restore("Counters", [changed as Item], "--overwrite");
  await restore("CountEvents", backup.CountEvents, "--overwrite");
  expect(await liveItem("Counters", changed as Item)).toMatchObject({
    ...{ name: { S: "Before" }, lastEventId: { N: "4" }, count: { N: "4" } },
  });
  expect(await tapped(counter)).toBe(5);
  expect(await history(counter)).toEqual([1, 2, 3, 4, 5]);
});

test("a counter that an overwrite replaces after a restore keeps what it knows of its holes", async () => {
  const { counter, backup } = await backedUp(2);
  await loseAll("Counters", counter);
  await restore("Counters", backup.Counters);
  const next = await tapped(counter);
  const renamed = backup.Counters.map((item) => ({ ...item, name: { S: "Before" } }));
  await restore("Counters", renamed, "--overwrite");
  expect(await drift(counter)).toEqual([agrees, passes(counter, `3 to ${next - 1}`)]);
  expect(await tapped(counter)).toBe(next + 1);
});
