import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { beforeEach, expect, test } from "vitest";
import type { StackOutputs } from "../../../../adapters/stack-outputs.ts";
import type { StoredCounter } from "../../../../core/counters/counter.ts";
import { canonicalText } from "../../../../core/data/stored-item.ts";
import type { StoredGroup } from "../../../../core/groups/group.ts";
import type { Organization } from "../../../../core/organizations/organization.ts";
import { newAlert } from "../../../system/alert-service.ts";
import { newGroup } from "../../../system/group-service.ts";
import { createMember } from "../../../system/people-service.ts";
import { itemsWith, lose } from "../../../system/restored-table.ts";
import {
  client,
  createCounter,
  createOrganization,
  outputs,
  setCounterCount,
} from "../../../system/service.ts";
import { findingsOf, ops } from "../operations/doctor-findings.ts";

let organization: Organization;
let counter: StoredCounter;
let group: StoredGroup;
beforeEach(async () => {
  organization = await createOrganization("enterprise");
  group = await newGroup(organization);
  counter = await createCounter(organization);
  await newAlert("counter", counter);
  await newAlert("group", group);
  await createMember(organization, "owner");
  await createMember(organization, "member");
});

type Table = keyof StackOutputs & `${string}Table`;

async function setNumbers(
  table: Table,
  key: Record<string, string>,
  numbers: Record<string, number>,
): Promise<void> {
  const names = Object.keys(numbers);
  await client.send(
    new UpdateItemCommand({
      TableName: outputs[table],
      Key: marshall(key),
      UpdateExpression: `SET ${names.map((name) => `${name} = :${name}`).join(", ")}`,
      ExpressionAttributeValues: marshall(
        Object.fromEntries(names.map((name) => [`:${name}`, numbers[name]])),
      ),
    }),
  );
}

/** Makes each number wrong that the doctor compares. */
async function spoil(): Promise<void> {
  const organizationId = organization.id;
  const own = { counterCount: 7, groupCount: 0, alertCount: 9 };
  await setNumbers("OrganizationsTable", { organizationId }, own);
  const roster = { organizationId, memberKey: "roster" };
  await setNumbers("MembersTable", roster, { memberCount: 1, ownerCount: 3 });
  const key = { organizationId, counterId: counter.id };
  await setNumbers("CountersTable", key, { alertCount: 0 });
  const groupKey = { organizationId, groupId: group.id };
  await setNumbers("CounterGroupsTable", groupKey, { alertCount: 4 });
}

const numberTables = ["Organizations", "Members", "Counters", "CounterGroups", "Alerts"];

/** What is stored, without the revisions, which rise with each write. */
async function stored(): Promise<string> {
  const items = await Promise.all(numberTables.map((name) => itemsWith(name, organization.id)));
  const withoutRevision = items.flat().map(({ revision, ...item }) => canonicalText(item));
  return withoutRevision.sort().join("\n");
}

const drift = async () =>
  (await findingsOf("drift", organization.id, "--full")).map(({ severity, command }) => ({
    severity,
    command,
  }));
const recount = () => ops.json("org", "recount", organization.id);
const entries = async () => {
  const log = await ops.json("audit", "list", "--org", organization.id);
  return log.entries.filter(({ action }: { action: string }) => action === "org.recount");
};

const agrees = [{ severity: "fine", command: null }];

test("what the doctor finds is corrected, and nothing else is changed", async () => {
  const before = await stored();
  await spoil();
  const command = expect.stringContaining(`org recount ${organization.id}`);
  expect(await drift()).toEqual([
    ...Array.from({ length: 5 }, () => ({ severity: "warning", command })),
    { severity: "critical", command },
    { severity: "warning", command },
  ]);
  const id = organization.id;
  expect(await recount()).toEqual([
    { id, number: "counterCount", before: 7, after: 1 },
    { id, number: "groupCount", before: 0, after: 1 },
    { id, number: "alertCount", before: 9, after: 2 },
    { id: counter.id, number: "alertCount", before: 0, after: 1 },
    { id: group.id, number: "alertCount", before: 4, after: 1 },
    { id, number: "memberCount", before: 1, after: 2 },
    { id, number: "ownerCount", before: 3, after: 1 },
  ]);
  expect(await drift()).toEqual(agrees);
  expect(await stored()).toBe(before);
  const own = { groupCount: 1, memberCount: 2, ownerCount: 1, counterCount: 1, alertCount: 2 };
  expect(await entries()).toEqual([
    expect.objectContaining({
      action: "org.recount",
      target: { kind: "organization", id, name: "Test" },
      before: { counterCount: 7, groupCount: 0, alertCount: 9, memberCount: 1, ownerCount: 3 },
      after: { ...own, correctedCounters: 1, correctedGroups: 1 },
    }),
  ]);
});

test("where everything agrees, it says so and writes nothing, no audit entry either", async () => {
  const items = () => itemsWith("Organizations", organization.id);
  const before = await items();
  const { exitCode, stdout } = await ops.run("org", "recount", organization.id);
  expect([exitCode, stdout]).toEqual([0, "All numbers were right: there is nothing to correct.\n"]);
  expect(await recount()).toEqual([]);
  expect(await items()).toEqual(before);
  expect(await entries()).toEqual([]);
});

test("people read what was corrected, and a second run corrects nothing", async () => {
  await setCounterCount(organization.id, 5);
  const { stdout } = await ops.run("org", "recount", organization.id);
  expect(stdout.replaceAll(/ +/g, " ")).toBe(
    `id number before after\n${organization.id} counterCount 5 1\n`,
  );
  expect(await recount()).toEqual([]);
  expect(await entries()).toHaveLength(1);
});

test("of members without a roster, one is made", async () => {
  await lose("Members", marshall({ organizationId: organization.id, memberKey: "roster" }));
  expect(await recount()).toMatchObject([
    { number: "memberCount", before: 0, after: 2 },
    { number: "ownerCount", before: 0, after: 1 },
  ]);
  await createMember(organization, "member");
  expect(await drift()).toEqual(agrees);
});

test("two runs, and whatever is created meanwhile, leave numbers that agree", async () => {
  await spoil();
  const creations = (async () => {
    for (let round = 0; round < 5; round += 1) {
      const created = await createCounter(organization);
      await newAlert("counter", created);
      await newGroup(organization);
      await createMember(organization, "member");
    }
  })();
  await Promise.all([recount(), recount(), creations]);
  expect(await drift()).toEqual(agrees);
});

test("an organization that does not exist is named", async () => {
  for (const id of ["org_0123456789ABCDEFGHIJ", "typo"]) {
    expect(await ops.run("org", "recount", id)).toMatchObject({
      ...{ exitCode: 1, stderr: expect.stringContaining(`no organization with the id "${id}"`) },
    });
  }
});
