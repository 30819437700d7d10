import { describe, expect, test } from "vitest";
import { dynamodbCounterChanges } from "../../../adapters/counters/settings/dynamodb-counter-changes.ts";
import { randomBase62 } from "../../../adapters/random.ts";
import { tablesOf } from "../../../adapters/stack-outputs.ts";
import { ContentionError } from "../../../core/conflict.ts";
import { newCounter, type StoredCounter } from "../../../core/counters/counter.ts";
import { newCounterId } from "../../../core/counters/counter-names.ts";
import {
  archiveCounter,
  unarchiveCounter,
} from "../../../core/counters/settings/counter-archive.ts";
import { creationBatches } from "../../../core/counters/settings/counter-creation.ts";
import { newGroupId, type StoredGroup } from "../../../core/groups/group.ts";
import { deleteGroup } from "../../../core/groups/settings/delete-group.ts";
import { operator } from "../../core/audit/operator.ts";
import {
  evaluateAll,
  keyOf,
  newGroup,
  putAlert,
  putMember,
  regroup,
  setTotal,
  storesOvertakenBy,
  sumsOf,
  uninterrupted,
} from "../../system/group-service.ts";
import {
  createCounter,
  createOrganization,
  outputs,
  stores,
  tapOnce,
} from "../../system/service.ts";
import { overtakenClient } from "../overtaken-client.ts";

const empty = { total: 0n, memberCount: 0, counts: {} };

type Organization = Awaited<ReturnType<typeof createOrganization>>;

async function tapped(organization: Organization, taps: number) {
  const counter = await createCounter(organization);
  for (let tap = 0; tap < taps; tap += 1) await tapOnce(counter);
  return counter;
}

const stored = ({ organizationId, id }: { organizationId: string; id: string }) =>
  stores.storedCounters.get({ organizationId, counterId: id });

test("a counter joins with its count, moves with it, and leaves nothing behind", async () => {
  const organization = await createOrganization("free");
  const [hall, yard] = [await newGroup(organization), await newGroup(organization)];
  const [one, two] = [await tapped(organization, 3), await tapped(organization, 2)];
  await regroup(one, hall.id);
  await regroup(two, hall.id);
  const both = { [one.id]: 3, [two.id]: 2 };
  expect(await sumsOf(hall)).toEqual({ total: 5n, memberCount: 2, counts: both });
  await regroup(one, yard.id);
  expect(await sumsOf(hall)).toEqual({ total: 2n, memberCount: 1, counts: { [two.id]: 2 } });
  expect(await sumsOf(yard)).toEqual({ total: 3n, memberCount: 1, counts: { [one.id]: 3 } });
  await regroup(two, null);
  expect(await sumsOf(hall)).toEqual(empty);
  expect(await stored(one)).toMatchObject({ groupId: yard.id, version: 6, count: 3 });
  expect(await stored(two)).toMatchObject({ groupId: null, version: 5, count: 2 });
});

test("a change of other settings, or to the same group, changes no group", async () => {
  const organization = await createOrganization("free");
  const hall = await newGroup(organization);
  const counter = await createCounter(organization, { groupId: hall.id });
  const before = await stores.groups.get(keyOf(hall));
  expect(await regroup(counter, hall.id)).toMatchObject({ result: "updated" });
  expect(await stores.groups.get(keyOf(hall))).toEqual(before);
});

test("a group that does not exist, of whatever kind, is joined by nobody", async () => {
  const organization = await createOrganization("free");
  const foreign = await newGroup(await createOrganization("free"));
  const counter = await createCounter(organization);
  for (const groupId of [foreign.id, newGroupId(randomBase62), "venue-north"]) {
    expect(await regroup(counter, groupId)).toEqual({ result: "no_such_group", groupId });
  }
  expect(await stored(counter)).toEqual(counter);
  expect(await sumsOf(foreign)).toEqual(empty);
});

describe("a counter changes its group, and nothing of it is left, although just before", () => {
  test.each<
    [string, (counter: StoredCounter, hall: StoredGroup, yard: StoredGroup) => Promise<unknown>]
  >([
    [
      "a count of it was evaluated",
      async ({ id: counterId }, hall) => {
        await putMember(hall, { counterId, count: 2, lastEventId: 2 });
        await setTotal(hall, 2n);
      },
    ],
    ["it moved to another one", (counter, _, yard) => regroup(counter, yard.id)],
    ["it left", (counter) => regroup(counter, null)],
    [
      "it left and joined again",
      async (counter, hall) => {
        await regroup(counter, null);
        await regroup(counter, hall.id);
      },
    ],
  ])("%s", async (_, happens) => {
    const organization = await createOrganization("free");
    const [hall, yard] = [await newGroup(organization), await newGroup(organization)];
    for (const groupId of [yard.id, null]) {
      const counter = await tapped(organization, 2);
      await regroup(counter, hall.id);
      // The second of its counts is not evaluated yet.
      await putMember(hall, { counterId: counter.id, count: 1, lastEventId: 1 });
      await setTotal(hall, 1n);
      await regroup(
        counter,
        groupId,
        storesOvertakenBy(() => happens(counter, hall, yard)),
      );
      expect(await stored(counter)).toMatchObject({ groupId });
      expect(await sumsOf(hall)).toEqual(empty);
      const alone = { total: 2n, memberCount: 1, counts: { [counter.id]: 2 } };
      expect(await sumsOf(yard)).toEqual(groupId === null ? empty : alone);
      await regroup(counter, null);
    }
  });
});

test("a counter whose group is emptied and deleted meanwhile joins the other group", async () => {
  const organization = await createOrganization("free");
  const [hall, yard] = [await newGroup(organization), await newGroup(organization)];
  const counter = await createCounter(organization, { groupId: hall.id });
  const ports = storesOvertakenBy(() =>
    deleteGroup(stores, { key: keyOf(hall), ungroup: true, by: operator }, uninterrupted),
  );
  expect(await regroup(counter, yard.id, ports)).toMatchObject({
    result: "updated",
    before: { groupId: null },
    counter: { groupId: yard.id },
  });
  expect(await sumsOf(yard)).toMatchObject({ memberCount: 1 });
});

test("counters that join one group at the same time are all counted", async () => {
  const organization = await createOrganization("free");
  const hall = await newGroup(organization);
  const counters = await Promise.all(
    Array.from({ length: 5 }, (_, index) => tapped(organization, index % 3)),
  );
  await Promise.all(counters.map((counter) => regroup(counter, hall.id)));
  expect(await sumsOf(hall)).toMatchObject({ total: 4n, memberCount: 5 });
});

test("a counter that joins a group that never rests is given up in time, and is where it was", async () => {
  const organization = await createOrganization("free");
  const [hall, yard] = [await newGroup(organization), await newGroup(organization)];
  const [counter, other] = [await tapped(organization, 2), await tapped(organization, 1)];
  await regroup(counter, yard.id);
  const [before, sums] = [await stored(counter), await sumsOf(yard)];
  let waits = 0;
  const backOff = async () => {
    waits += 1;
  };
  const busy = overtakenClient(() => regroup(other, waits % 2 === 0 ? hall.id : null), undefined, {
    always: true,
  });
  const clock = { ...stores.clock, backOff };
  const ports = {
    ...stores,
    counterChanges: dynamodbCounterChanges(busy, tablesOf(outputs), clock),
  };
  await expect(regroup(counter, hall.id, ports)).rejects.toThrow(ContentionError);
  expect(await stored(counter)).toEqual(before);
  expect(await sumsOf(yard)).toEqual(sums);
  expect(await sumsOf(hall)).toEqual(empty);
  // Each wait is 0.2 s at most, and a function of the console ends after ten seconds.
  expect(waits * 0.2).toBeLessThan(9);
});

test("groups between which counters move while people count are exact at rest", async () => {
  const organization = await createOrganization("enterprise");
  const [hall, yard] = [await newGroup(organization), await newGroup(organization)];
  const counters = await Promise.all(
    Array.from({ length: 2 }, () => createCounter(organization, { groupId: hall.id })),
  );
  const work = counters.map(async (counter, index) => {
    const targets = [yard.id, null, hall.id, yard.id, hall.id].slice(index);
    const taps = (async () => {
      for (let tap = 0; tap < 4; tap += 1) await tapOnce(counter, tap % 4 === 3 ? "down" : "up");
    })();
    const moves = (async () => {
      for (const groupId of targets) {
        await regroup(counter, groupId);
        await evaluateAll([counter]);
      }
    })();
    await Promise.all([taps, moves]);
  });
  await Promise.all(work);
  await evaluateAll(counters);
  expect(await sumsOf(hall)).toEqual({
    total: 4n,
    memberCount: 2,
    counts: Object.fromEntries(counters.map(({ id }) => [id, 2])),
  });
  expect(await sumsOf(yard)).toEqual(empty);
});

test("a counter leaves with what its group has evaluated; its later counts change nothing", async () => {
  const organization = await createOrganization("free");
  const hall = await newGroup(organization);
  const counter = await createCounter(organization, { groupId: hall.id });
  for (let tap = 0; tap < 3; tap += 1) await tapOnce(counter);
  await regroup(counter, null);
  expect(await sumsOf(hall)).toEqual(empty);
  await evaluateAll([counter]);
  expect(await sumsOf(hall)).toEqual(empty);
});

function made(organizationId: string, groupIds: (string | null)[]) {
  return groupIds.map((groupId) =>
    newCounter(
      { name: "Gate", groupId },
      { organizationId, counterId: newCounterId(randomBase62) },
      0,
    ),
  );
}

test("counters are created as members, as many at once as a transaction takes beside an entry", async () => {
  const organization = await createOrganization("free");
  const [hall, yard] = [await newGroup(organization), await newGroup(organization)];
  const { create, maximumItems } = stores.counterCreator;
  const groupIds = Array.from({ length: 120 }, (_, index) => [hall.id, yard.id, null][index % 3]);
  const counters = made(organization.id, groupIds as (string | null)[]);
  const batches = creationBatches(counters, maximumItems);
  expect(batches.flat()).toEqual(counters);
  expect(batches.map(({ length }) => length)).toEqual([57, 57, 6]);
  for (const batch of batches) {
    expect(await create(batch)).toEqual({ result: "created", created: batch.length });
    expect(await create(batch)).toEqual({ result: "created", created: 0 });
  }
  expect(await sumsOf(hall)).toMatchObject({ total: 0n, memberCount: 40 });
  expect(await sumsOf(yard)).toMatchObject({ total: 0n, memberCount: 40 });
});

test("counters of which some exist already join once; with a group that is missing, none is created", async () => {
  const organization = await createOrganization("free");
  const hall = await newGroup(organization);
  const [one, two, three] = made(organization.id, [hall.id, hall.id, newGroupId(randomBase62)]);
  if (!one || !two || !three) throw new Error("three counters were made");
  const { create } = stores.counterCreator;
  await create([one]);
  expect(await create([one, two, three])).toEqual({
    result: "no_such_group",
    groupId: three.groupId,
  });
  expect(await create([one, two])).toEqual({ result: "created", created: 1 });
  expect(await sumsOf(hall)).toMatchObject({ memberCount: 2 });
  expect(await stores.counters.list(organization.id)).toHaveLength(2);
});

test("archiving takes a counter out of its group and pauses its alerts; restoring changes neither", async () => {
  const organization = await createOrganization("enterprise");
  const hall = await newGroup(organization);
  const counter = await tapped(organization, 2);
  await regroup(counter, hall.id);
  const { organizationId, id } = counter;
  await putAlert({ scope: "counter", organizationId, id });
  await putAlert({ scope: "counter", organizationId, id }, { paused: true, name: "Paused" });
  const key = { organizationId, counterId: id };
  expect(await archiveCounter(stores, key, operator)).toMatchObject({
    result: "archived",
    counter: { groupId: null },
    leftGroupId: hall.id,
    pausedAlerts: 1,
  });
  expect(await sumsOf(hall)).toEqual(empty);
  const paused = async () =>
    (await stores.alerts.on({ organizationId, targetId: id })).map((alert) => alert.paused);
  expect(await paused()).toEqual([true, true]);
  expect(await unarchiveCounter(stores, key, operator)).toMatchObject({
    counter: { groupId: null, alertCount: 2 },
    pausedAlerts: 0,
  });
  expect(await paused()).toEqual([true, true]);
});

test("a counter that is archived while it joins a group is in none", async () => {
  const organization = await createOrganization("free");
  const hall = await newGroup(organization);
  const counters = await Promise.all(Array.from({ length: 3 }, () => tapped(organization, 1)));
  await Promise.all(
    counters.flatMap((counter) => [
      regroup(counter, hall.id),
      archiveCounter(
        stores,
        {
          organizationId: organization.id,
          counterId: counter.id,
        },
        operator,
      ),
    ]),
  );
  expect(await sumsOf(hall)).toEqual(empty);
});
