import { PutItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import { newRepairSum, repair } from "../../../../core/data/repair.ts";
import { canonicalText } from "../../../../core/data/stored-item.ts";
import { newAlert, setAlertCount } from "../../../system/alert-service.ts";
import { newGroup, putMember, setTotal, sumsOf } from "../../../system/group-service.ts";
import { createMember, operator } from "../../../system/people-service.ts";
import { itemsWith, lose } from "../../../system/restored-table.ts";
import * as service from "../../../system/service.ts";
import { opsOn } from "../run-ops.ts";

const { json, run } = opsOn(service);
const { client, outputs, stores } = service;

const nothing = { corrected: [], counters: 0, events: 0, marks: 0, removed: 0 };

/** An organization with a group, a counter of three taps, alerts and members. */
async function busy() {
  const organization = await service.createOrganization("enterprise");
  const group = await newGroup(organization);
  const settings = { groupId: group.id, resetDaily: true };
  const counter = await service.createCounter(organization, settings);
  await newAlert("counter", counter);
  await createMember(organization, "owner");
  await createMember(organization, "member");
  // Only the last of them ends at 1.
  for (const direction of ["down", "up", "up"] as const) await service.tapOnce(counter, direction);
  await expect.poll(() => sumsOf(group)).toMatchObject({ total: 1n });
  return { organization, group, counter, org: ["--org", organization.id] };
}

/** What is stored, without what rises with each write. */
async function stored(organizationId: string, counterId: string): Promise<string[]> {
  const names = ["Organizations", "Members", "Counters", "CounterGroups", "GroupMembers"];
  const items = await Promise.all([
    ...names.map((name) => itemsWith(name, organizationId)),
    itemsWith("CountMarks", counterId),
  ]);
  const passing = ["revision", "lastCountAt", "nextDayStart", "lastStartedDay"];
  const lasting = items
    .flat()
    .map((item) =>
      Object.fromEntries(Object.entries(item).filter(([name]) => !passing.includes(name))),
    );
  return lasting.map(canonicalText).sort();
}

test("numbers, totals, the planned day and charts of an organization are as before they were spoiled", async () => {
  const { organization, group, counter, org } = await busy();
  const { id } = organization;
  const before = await stored(id, counter.id);
  await service.setCounterCount(id, 7);
  await setAlertCount(id, 9);
  await lose("Members", marshall({ organizationId: id, memberKey: "roster" }));
  await putMember(group, { counterId: counter.id, count: -5, lastEventId: 1 });
  await setTotal(group, 100n);
  for (const mark of await itemsWith("CountMarks", counter.id)) await lose("CountMarks", mark);
  await client.send(
    new UpdateItemCommand({
      TableName: outputs.OrganizationsTable,
      Key: marshall({ organizationId: id }),
      UpdateExpression: "REMOVE nextDayStart, dayStartsIndex",
    }),
  );
  expect(await json("data", "repair", ...org)).toEqual({
    corrected: [
      { id, number: "counterCount", before: 7, after: 1 },
      { id, number: "alertCount", before: 9, after: 1 },
      { id, number: "memberCount", before: 0, after: 2 },
      { id, number: "ownerCount", before: 0, after: 1 },
      { id: group.id, number: "wrongMembers", before: 1, after: 0 },
      { id: group.id, number: "total", before: 100, after: 1 },
    ],
    ...{ counters: 1, events: 3, marks: expect.any(Number), removed: 0 },
  });
  expect(await stored(id, counter.id)).toEqual(before);
  expect((await stores.organizations.get(id))?.nextDayStart).toBeDefined();
  const { entries } = await json("audit", "list", ...org);
  const repairs = entries.filter(({ action }: { action: string }) => action === "data.repair");
  const target = { kind: "organization", id, name: "Test" };
  expect(repairs).toMatchObject([
    { target, after: { counters: 1, events: 3 } },
    { target: { kind: "group", id: group.id }, before: { total: 100 }, after: { total: 1 } },
    { target, before: { counterCount: 7 }, after: { counterCount: 1, memberCount: 2 } },
  ]);

  const { stdout } = await run("data", "repair", ...org);
  expect(stdout).toMatch(/^All numbers were right.*\n\nCharts of 1 counter: 3 events read/);
});

test("a group, or a counter, is repaired alone", async () => {
  const { group, counter, org } = await busy();
  await setTotal(group, 4n);
  expect(await json("data", "repair", ...org, "--counter", counter.id)).toMatchObject({
    ...{ corrected: [], counters: 1, events: 3 },
  });
  expect(await json("data", "repair", ...org, "--group", group.id)).toEqual({
    ...{ ...nothing, corrected: [{ id: group.id, number: "total", before: 4, after: 1 }] },
  });
});

test("a counter with a damaged count costs the others nothing, and is named at the end", async () => {
  const { organization, counter, org } = await busy();
  const other = await service.createCounter(organization);
  await service.tapOnce(other, "up");
  const [count = {}] = await itemsWith("CountEvents", counter.id);
  const TableName = outputs.CountEventsTable;
  await client.send(new PutItemCommand({ TableName, Item: { ...count, delta: { S: "one" } } }));
  const marks = await itemsWith("CountMarks", other.id);
  for (const mark of marks) await lose("CountMarks", mark);
  const { exitCode, stderr } = await run("data", "repair", ...org);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining("1 counter not repaired")]);
  expect(stderr).toContain(`${organization.id}/${counter.id}: a stored item is not as expected`);
  expect(await itemsWith("CountMarks", other.id)).toHaveLength(marks.length);
});

test("a run that is stopped names the counter at which it goes on", async () => {
  const { organization, counter, org } = await busy();
  const other = await service.createCounter(organization);
  const [, last = ""] = [counter.id, other.id].toSorted();
  const sum = newRepairSum();
  const isStopped = () => sum.counters === 1;
  const stopped = { by: operator, sum, isStopped, onEvents: () => {}, onDamaged: () => {} };
  expect(await repair(stores, { organizationId: organization.id }, stopped)).toEqual({
    ...{ result: "stopped", next: last },
  });
  const resumed = ["--resume", `${organization.id}/${last}`];
  expect(await json("data", "repair", ...org, ...resumed)).toMatchObject({ counters: 1 });
  // Of all organizations, none is behind this one.
  const end = ["--all", "--resume", `org_${"z".repeat(20)}`];
  expect(await json("data", "repair", ...end)).toEqual(nothing);
});

const unknown = ["--org", "org_0123456789ABCDEFGHIJ"];
test.each([
  [[], "give either --org or --all"],
  [[...unknown, "--all"], "give either --org or --all"],
  [["--all", "--group", "x"], "--group and --counter go with --org"],
  [[...unknown, "--group", "x", "--counter", "y"], "not both"],
  [[...unknown, "--resume", "org_1"], "not a position"],
  [unknown, 'no organization with the id "org_0123456789ABCDEFGHIJ"'],
])("%j is refused", async (args, sentence) => {
  const refused = await run("data", "repair", ...args);
  expect([refused.exitCode, refused.stderr]).toEqual([
    expect.toBeOneOf([1, 2]),
    expect.stringContaining(sentence),
  ]);
});

test.each([
  ["--group", "has no group with the id"],
  ["--counter", "has no counter with the id"],
])("%s of another organization is not found", async (option, sentence) => {
  const [{ group, counter }, other] = [await busy(), await service.createOrganization("free")];
  const id = option === "--group" ? group.id : counter.id;
  const { exitCode, stderr } = await run("data", "repair", "--org", other.id, option, id);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(sentence)]);
});
