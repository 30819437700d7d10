import { describe, expect, test } from "vitest";
import { randomBase62 } from "../../../../adapters/random.ts";
import { newCounter } from "../../../../core/counters/counter.ts";
import { newCounterId } from "../../../../core/counters/counter-names.ts";
import { creationBatches } from "../../../../core/counters/settings/counter-creation.ts";
import type { StoredGroup } from "../../../../core/groups/group.ts";
import { recountGroup } from "../../../../core/groups/settings/recount.ts";
import {
  evaluateAll,
  keyOf,
  newGroup,
  putMember,
  regroup,
  removeMember,
  setTotal,
  storesOvertakenBy,
  sumsOf,
} from "../../../system/group-service.ts";
import { createCounter, createOrganization, stores, tapOnce } from "../../../system/service.ts";

const nothing = { difference: 0n, outdated: 0, missing: 0, orphaned: 0 };

test("a total that is right stays, and its group is not written", async () => {
  const organization = await createOrganization("free");
  const hall = await newGroup(organization);
  await createCounter(organization, { groupId: hall.id });
  const before = await stores.groups.get(keyOf(hall));
  expect(await recountGroup(stores, keyOf(hall))).toEqual({
    result: "recounted",
    group: before,
    ...nothing,
  });
  expect(await stores.groups.get(keyOf(hall))).toEqual(before);
});

test("members that lag, lead, lack or have no counter are corrected, and so is the total", async () => {
  const organization = await createOrganization("free");
  const hall = await newGroup(organization);
  const counters = await Promise.all(Array.from({ length: 4 }, () => createCounter(organization)));
  for (const counter of counters) {
    await tapOnce(counter);
    await tapOnce(counter);
    await regroup(counter, hall.id);
  }
  const [lagging, leading, missing, right] = counters.map(({ id }) => id);
  await putMember(hall, { counterId: lagging ?? "", count: 1, lastEventId: 1 });
  await putMember(hall, { counterId: leading ?? "", count: 9, lastEventId: 9 });
  await removeMember(hall, missing ?? "");
  const orphan = newCounterId(randomBase62);
  await putMember(hall, { counterId: orphan, count: -5, lastEventId: 5 });
  await setTotal(hall, 100n);
  expect(await recountGroup(stores, keyOf(hall))).toMatchObject({
    result: "recounted",
    group: { total: 8n, memberCount: 4 },
    ...{ difference: -92n, outdated: 2, missing: 1, orphaned: 1 },
  });
  const counts = { [lagging ?? ""]: 2, [leading ?? ""]: 2, [missing ?? ""]: 2, [right ?? ""]: 2 };
  expect(await sumsOf(hall)).toEqual({ total: 8n, memberCount: 4, counts });
  expect(await recountGroup(stores, keyOf(hall))).toMatchObject(nothing);
});

test("more members than a transaction takes are corrected in parts", async () => {
  const organization = await createOrganization("free");
  const hall = await newGroup(organization);
  const { maximumCorrections } = stores.recounts;
  const size = 2 * maximumCorrections + 1;
  const counters = Array.from({ length: size + 20 }, () => {
    const key = { organizationId: organization.id, counterId: newCounterId(randomBase62) };
    return newCounter({ name: "Gate", groupId: hall.id }, key, 0);
  });
  for (const batch of creationBatches(counters, stores.counterCreator.maximumItems)) {
    await stores.counterCreator.create(batch);
  }
  for (const [index, { id }] of counters.slice(0, size).entries()) {
    if (index % 2 === 0) await removeMember(hall, id);
    else await putMember(hall, { counterId: id, count: 3, lastEventId: 3 });
  }
  const before = await stores.groups.get(keyOf(hall));
  const missing = maximumCorrections + 1;
  expect(await recountGroup(stores, keyOf(hall))).toMatchObject({
    ...{ missing, outdated: maximumCorrections, orphaned: 0, difference: 0n },
  });
  expect(await sumsOf(hall)).toMatchObject({ total: 0n, memberCount: counters.length });
  // Three parts with a correction each, and the total with the number of members.
  expect((await stores.groups.get(keyOf(hall)))?.revision).toBe((before?.revision ?? 0) + 4);
});

test("a recount while counters count, join and leave makes nothing wrong", async () => {
  const organization = await createOrganization("enterprise");
  const hall = await newGroup(organization);
  const counters = await Promise.all(Array.from({ length: 2 }, () => createCounter(organization)));
  const work = counters.map(async (counter) => {
    for (const groupId of [hall.id, null, hall.id]) {
      await tapOnce(counter);
      await regroup(counter, groupId);
      await tapOnce(counter);
      await evaluateAll([counter]);
    }
  });
  const recounts = (async () => {
    for (let round = 0; round < 3; round += 1) await recountGroup(stores, keyOf(hall));
  })();
  await Promise.all([...work, recounts]);
  await evaluateAll(counters);
  const counts = Object.fromEntries(counters.map(({ id }) => [id, 6]));
  expect(await sumsOf(hall)).toEqual({ total: 12n, memberCount: 2, counts });
  expect(await recountGroup(stores, keyOf(hall))).toMatchObject(nothing);
});

test.each([
  ["is no member", removeMember],
  [
    "has a member that is ahead",
    (group: StoredGroup, counterId: string) =>
      putMember(group, { counterId, count: 50, lastEventId: 50 }),
  ],
])(
  "a count of a counter that %s is not lost when it comes during a recount",
  async (_case, damage) => {
    const organization = await createOrganization("free");
    const hall = await newGroup(organization);
    const counter = await createCounter(organization, { groupId: hall.id });
    await tapOnce(counter);
    await evaluateAll([counter]);
    await damage(hall, counter.id);
    const countedMeanwhile: typeof stores.storedCounters = {
      ...stores.storedCounters,
      async list(organizationId) {
        const counters = await stores.storedCounters.list(organizationId);
        await tapOnce(counter);
        await evaluateAll([counter]);
        return counters;
      },
    };
    await recountGroup({ ...stores, storedCounters: countedMeanwhile }, keyOf(hall));
    expect(await sumsOf(hall)).toEqual({ total: 2n, memberCount: 1, counts: { [counter.id]: 2 } });
  },
);

describe("a counter that is no member leaves its group", () => {
  test.each([
    ["before a recount adds it", "the counter"],
    ["after a recount added it", "the recount"],
  ] as const)("%s", async (_, first) => {
    const organization = await createOrganization("free");
    const hall = await newGroup(organization);
    const counter = await createCounter(organization, { groupId: hall.id });
    await tapOnce(counter);
    await removeMember(hall, counter.id);
    const [leaves, recounts] = [
      (ports = stores) => regroup(counter, null, ports),
      (ports = stores) => recountGroup(ports, keyOf(hall)),
    ];
    if (first === "the counter") await recounts(storesOvertakenBy(leaves));
    else expect((await leaves(storesOvertakenBy(recounts))).result).toBe("updated");
    expect((await sumsOf(hall)).counts).toEqual({});
    await recounts();
    expect(await sumsOf(hall)).toEqual({ total: 0n, memberCount: 0, counts: {} });
  });
});
