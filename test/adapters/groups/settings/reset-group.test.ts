import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { adjustCounter } from "../../../../core/counters/settings/adjust-counter.ts";
import { archiveCounter } from "../../../../core/counters/settings/counter-archive.ts";
import { recountGroup } from "../../../../core/groups/settings/recount.ts";
import { resetGroup } from "../../../../core/groups/settings/reset-group.ts";
import { asMember } from "../../../../core/members/changed-by.ts";
import { setRole } from "../../../../core/members/member-changes.ts";
import {
  evaluateAll,
  keyOf,
  newGroup,
  regroup,
  storesOvertakenBy,
  sumsOf,
  uninterrupted,
} from "../../../system/group-service.ts";
import { createMember, operator } from "../../../system/people-service.ts";
import { createCounter, createOrganization, stores, tapOnce } from "../../../system/service.ts";

/** A group of counters that were tapped, 1, 2, 3 … times, in the order of their ids. */
async function groupOf(size: number) {
  const organization = await createOrganization("enterprise");
  const group = await newGroup(organization);
  const made = await Promise.all(
    Array.from({ length: size }, () => createCounter(organization, { groupId: group.id })),
  );
  const counters = made.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const [index, counter] of counters.entries()) {
    for (let tap = 0; tap <= index; tap += 1) await tapOnce(counter);
  }
  return { organization, group, counters };
}

type World = Awaited<ReturnType<typeof groupOf>>;

const byOperator = { ...uninterrupted, by: operator };

/** Stops after so many counters. */
function atMost(maximum: number) {
  let done = 0;
  const onProgress = (soFar: number) => {
    done = soFar;
  };
  return { by: operator, onProgress, isStopped: () => done >= maximum };
}

async function countsOf({ organization, counters }: World): Promise<number[]> {
  const stored = await stores.storedCounters.list(organization.id);
  return counters.map(({ id }) => stored.find((counter) => counter.id === id)?.count ?? Number.NaN);
}

async function entriesOf({ organization }: World) {
  const query = { organizationId: organization.id, action: "group.reset", limit: 100 };
  return (await stores.auditLog.list(query)).entries.toReversed();
}

test("a reset sets each counter of the group to 0, with one entry in the audit log", async () => {
  const world = await groupOf(3);
  const elsewhere = await createCounter(world.organization);
  await tapOnce(elsewhere);
  const reset = { key: keyOf(world.group), reason: "Closing time" };
  const before = { adjusted: 3, unchanged: 0, outOfRange: 0, next: null };
  expect(await resetGroup(stores, reset, byOperator)).toMatchObject({ result: "reset", ...before });
  expect(await countsOf(world)).toEqual([0, 0, 0]);
  expect(await countsOf({ ...world, counters: [elsewhere] })).toEqual([1]);
  const [event] = await stores.countEvents.page(
    { organizationId: world.organization.id, counterId: world.counters[2]?.id ?? "" },
    { limit: 1 },
  );
  expect(event).toMatchObject({
    delta: -3,
    metadata: { adjustment: { to: 0, reason: reset.reason } },
  });
  const target = { kind: "group", id: world.group.id };
  const after = { adjusted: 3, reason: reset.reason };
  expect(await entriesOf(world)).toMatchObject([{ target, before: {}, after }]);
  expect(await resetGroup(stores, reset, byOperator)).toMatchObject({ adjusted: 0, unchanged: 3 });
  expect(await entriesOf(world)).toHaveLength(1);
});

test("a reset goes on behind the counter at which it stopped, each counter once", async () => {
  const world = await groupOf(5);
  const request = { key: keyOf(world.group), formId: randomUUID() };
  const parts: object[] = [];
  let after: string | undefined;
  do {
    const part = await resetGroup(stores, { ...request, after }, atMost(2));
    if (part.result !== "reset") throw new Error(part.result);
    parts.push({ adjusted: part.adjusted, next: part.next });
    after = part.next ?? undefined;
  } while (after !== undefined);
  expect(parts).toEqual([
    { adjusted: 2, next: world.counters[1]?.id },
    { adjusted: 2, next: world.counters[3]?.id },
    { adjusted: 1, next: null },
  ]);
  expect(await countsOf(world)).toEqual([0, 0, 0, 0, 0]);
});

test("a reset that was killed and is sent again resets the rest, and keeps what was counted since", async () => {
  const world = await groupOf(4);
  const [first] = world.counters;
  if (first === undefined) throw new Error("no counter");
  const request = { key: keyOf(world.group), formId: randomUUID() };
  await resetGroup(stores, request, atMost(2));
  await tapOnce(first);
  const again = await resetGroup(stores, request, byOperator);
  // What an earlier request of the form has done counts as done by the form.
  expect(again).toMatchObject({ adjusted: 4, unchanged: 0, next: null });
  expect(await countsOf(world)).toEqual([1, 0, 0, 0]);
  const done = (await entriesOf(world)).map(({ after }) => after);
  expect(done).toEqual([{ adjusted: 2 }, { adjusted: 2 }]);
});

describe("a counter that meanwhile", () => {
  test.each([
    ["leaves the group", async (counter: World["counters"][0]) => regroup(counter, null)],
    [
      "is archived",
      async ({ organizationId, id }: World["counters"][0]) =>
        archiveCounter(stores, { organizationId, counterId: id }, operator),
    ],
  ])("%s stays as it is", async (_, leave) => {
    const world = await groupOf(2);
    const [first] = world.counters;
    const overtaken = storesOvertakenBy(async () => first && (await leave(first)));
    const reset = await resetGroup(overtaken, { key: keyOf(world.group) }, byOperator);
    expect(reset).toMatchObject({ result: "reset", adjusted: 1, unchanged: 0, next: null });
    expect(await countsOf(world)).toEqual([1, 0]);
  });

  test("is tapped is set to 0 after the tap", async () => {
    const world = await groupOf(1);
    const [counter] = world.counters;
    const overtaken = storesOvertakenBy(async () => counter && (await tapOnce(counter)));
    await resetGroup(overtaken, { key: keyOf(world.group) }, byOperator);
    expect(await countsOf(world)).toEqual([0]);
  });
});

test("a member who loses the role midway resets no further counter", async () => {
  const world = await groupOf(3);
  const { organization, group } = world;
  const { member } = await createMember(organization, "admin");
  const demote = { organizationId: organization.id, memberId: member.id, role: "member" as const };
  const control = {
    ...{ by: asMember(member), isStopped: () => false },
    onProgress: () => {},
  };
  let done = 0;
  const losing = storesOvertakenBy(async () => {});
  const adjustments: typeof stores.adjustments = {
    adjust: async (...request) => {
      if (done === 1) await setRole(stores, demote, operator);
      done += 1;
      return await losing.adjustments.adjust(...request);
    },
  };
  const reset = await resetGroup({ ...stores, adjustments }, { key: keyOf(group) }, control);
  expect(reset).toEqual({ result: "forbidden" });
  expect(await countsOf(world)).toEqual([0, 2, 3]);
  expect((await entriesOf(world)).map(({ after }) => after)).toEqual([{ adjusted: 1 }]);
});

test("a form that has set a counter to a number resets no group", async () => {
  const { organization, group, counters } = await groupOf(1);
  const [{ id: counterId = "" } = {}] = counters;
  const key = { organizationId: organization.id, counterId };
  const formId = randomUUID();
  await adjustCounter(stores, { key, to: 9, formId }, operator);
  const reset = await resetGroup(stores, { key: keyOf(group), formId }, byOperator);
  expect(reset).toEqual({ result: "key_reused", counterId });
});

test("the total of a group and its sums stay exact, whatever is evaluated when", async () => {
  const world = await groupOf(3);
  const { group, counters } = world;
  await evaluateAll(counters.slice(0, 2));
  await resetGroup(stores, { key: keyOf(group) }, byOperator);
  const [first] = counters;
  if (first) await tapOnce(first);
  await evaluateAll(counters);
  expect(await sumsOf(group)).toMatchObject({ total: 1n, memberCount: 3 });
  // 1 + 2 + 3 taps before the reset and one after it.
  expect(await stores.groups.get(keyOf(group))).toMatchObject({
    ups: 7n,
    downs: 0n,
    adjusted: -6n,
  });
  expect(await recountGroup(stores, keyOf(group))).toMatchObject({ difference: 0n, outdated: 0 });
});
