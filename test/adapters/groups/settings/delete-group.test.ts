import { describe, expect, test } from "vitest";
import { maximumGroups, type StoredGroup } from "../../../../core/groups/group.ts";
import { createGroup } from "../../../../core/groups/group-changes.ts";
import { updateGroup } from "../../../../core/groups/group-edit.ts";
import { deleteGroup } from "../../../../core/groups/settings/delete-group.ts";
import { operator } from "../../../core/audit/operator.ts";
import {
  keyOf,
  newGroup,
  putAlert,
  regroup,
  storesOvertakenBy,
  sumsOf,
  uninterrupted,
} from "../../../system/group-service.ts";
import { createCounter, createOrganization, stores } from "../../../system/service.ts";

const stored = ({ organizationId, id }: { organizationId: string; id: string }) =>
  stores.storedCounters.get({ organizationId, counterId: id });

test("a group with counters stays, unless they are taken out of it", async () => {
  const organization = await createOrganization("free");
  const hall = await newGroup(organization);
  const counter = await createCounter(organization, { groupId: hall.id });
  const key = keyOf(hall);
  const refused = await deleteGroup(stores, { key, ungroup: false, by: operator }, uninterrupted);
  expect(refused).toMatchObject({ result: "has_counters", counters: [{ id: counter.id }] });
  const deleted = await deleteGroup(stores, { key, ungroup: true, by: operator }, uninterrupted);
  expect(deleted).toMatchObject({ result: "deleted", ungrouped: 1, alerts: [] });
  expect(await stored(counter)).toMatchObject({ groupId: null });
  expect(await stores.groups.get(key)).toBeUndefined();
  expect(await stores.organizations.get(organization.id)).toMatchObject({ groupCount: 0 });
  const again = await deleteGroup(stores, { key, ungroup: true, by: operator }, uninterrupted);
  expect(again).toEqual({ result: "no_such_group" });
});

test("a group takes its alerts along, and nobody else's", async () => {
  const organization = await createOrganization("enterprise");
  const [hall, yard] = [await newGroup(organization), await newGroup(organization)];
  for (let count = 0; count < 2; count += 1) await putAlert({ scope: "group", ...hall });
  const kept = await putAlert({ scope: "group", ...yard });
  const deleted = await deleteGroup(
    stores,
    { key: keyOf(hall), ungroup: false, by: operator },
    uninterrupted,
  );
  expect(deleted).toMatchObject({ result: "deleted", alerts: { length: 2 } });
  expect(await stores.alerts.list(organization.id)).toEqual([kept]);
  expect(await stores.organizations.get(organization.id)).toMatchObject({
    alertCount: 1,
    groupCount: 1,
  });
});

describe("a counter that joins", () => {
  const request = (hall: StoredGroup) => ({ key: keyOf(hall), ungroup: true, by: operator });

  test("just after its group was deleted is in none", async () => {
    const organization = await createOrganization("free");
    const hall = await newGroup(organization);
    const counter = await createCounter(organization);
    const deletion = () => deleteGroup(stores, request(hall), uninterrupted);
    const joins = await regroup(counter, hall.id, storesOvertakenBy(deletion));
    expect(joins).toEqual({ result: "no_such_group", groupId: hall.id });
    expect(await stores.groups.get(keyOf(hall))).toBeUndefined();
    expect((await stored(counter))?.groupId).toBeNull();
    expect((await sumsOf(hall)).counts).toEqual({});
  });

  test.each([
    ["leaves the group that is deleted", true, "deleted", undefined],
    ["keeps its group", false, "has_counters", 1],
  ])("just before its group would be deleted %s", async (_, ungroup, result, memberCount) => {
    const organization = await createOrganization("free");
    const hall = await newGroup(organization);
    const counter = await createCounter(organization);
    const ports = storesOvertakenBy(() => regroup(counter, hall.id));
    const deletion = await deleteGroup(ports, { ...request(hall), ungroup }, uninterrupted);
    expect(deletion.result).toBe(result);
    expect((await stored(counter))?.groupId).toBe(ungroup ? null : hall.id);
    const { counts, ...sums } = await sumsOf(hall);
    expect([Object.keys(counts).length, sums.memberCount]).toEqual([memberCount ?? 0, memberCount]);
  });
});

test("a deletion that was interrupted is completed by the next", async () => {
  const organization = await createOrganization("free");
  const hall = await newGroup(organization);
  const counters = [];
  for (let count = 0; count < 4; count += 1) {
    counters.push(await createCounter(organization, { groupId: hall.id }));
  }
  let steps = 0;
  const onProgress = (done: number) => {
    steps = done;
  };
  const control = { onProgress, isStopped: () => steps === 2 };
  const request = { key: keyOf(hall), ungroup: true, by: operator };
  const stopped = await deleteGroup(stores, request, control);
  expect(stopped).toEqual({ result: "stopped", ungrouped: 2, counters: 4 });
  expect(await sumsOf(hall)).toMatchObject({ memberCount: 2 });
  const deleted = await deleteGroup(stores, request, uninterrupted);
  expect(deleted).toMatchObject({ result: "deleted", ungrouped: 2 });
});

test("an update while counters join loses nothing of either", async () => {
  const organization = await createOrganization("free");
  const hall = await newGroup(organization);
  const counters = await Promise.all(Array.from({ length: 2 }, () => createCounter(organization)));
  await Promise.all([
    ...counters.map((counter) => regroup(counter, hall.id)),
    updateGroup(stores, { key: keyOf(hall), settings: { name: "Hall 3 🚪" } }, operator),
    updateGroup(stores, { key: keyOf(hall), settings: { capacity: 0 } }, operator),
  ]);
  expect(await stores.groups.get(keyOf(hall))).toMatchObject({
    name: "Hall 3 🚪",
    capacity: 0,
    memberCount: 2,
    revision: 5,
  });
});

test("an update of a group that is deleted meanwhile brings nothing back", async () => {
  const organization = await createOrganization("free");
  const key = keyOf(await newGroup(organization));
  const ports = storesOvertakenBy(() =>
    deleteGroup(stores, { key, ungroup: false, by: operator }, uninterrupted),
  );
  expect(await updateGroup(ports, { key, settings: { name: "Back" } }, operator)).toEqual({
    result: "no_such_group",
  });
  expect(await stores.groups.list(organization.id)).toEqual([]);
});

test("groups that are created at the same time stay within the limit", async () => {
  const organization = await createOrganization("free");
  const { maximumBatch } = stores.groupCreator;
  const drafts = Array.from({ length: maximumGroups - 2 }, (_, index) => ({
    ...{ id: `grp_${String(index).padStart(20, "0")}`, organizationId: organization.id },
    ...{ name: "Hall", capacity: null, total: 0n, memberCount: 0, alertCount: 0, revision: 1 },
    createdAt: new Date(0).toISOString(),
  }));
  for (let start = 0; start < drafts.length; start += maximumBatch) {
    await stores.groupCreator.create(organization.id, drafts.slice(start, start + maximumBatch));
  }
  const results = await Promise.all(
    Array.from({ length: 5 }, () =>
      createGroup(
        stores,
        { organizationId: organization.id, group: { name: "One more" } },
        operator,
      ),
    ),
  );
  expect(results.filter(({ result }) => result === "created")).toHaveLength(2);
  expect(results.filter(({ result }) => result === "limit_reached")).toHaveLength(3);
  expect(await stores.groups.list(organization.id)).toHaveLength(maximumGroups);
  const repeated = await stores.groupCreator.create(organization.id, drafts.slice(0, 3));
  expect(repeated).toEqual({ result: "created", created: [] });
});
