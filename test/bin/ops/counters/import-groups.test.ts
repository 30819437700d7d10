import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { randomBase62 } from "../../../../adapters/random.ts";
import { readCsvFile } from "../../../../bin/ops/counters/csv-file.ts";
import type { AuditEntry } from "../../../../core/audit/audit-entry.ts";
import type { Counter } from "../../../../core/counters/counter.ts";
import { importCounters } from "../../../../core/counters/settings/import/counter-import.ts";
import { updateGroup } from "../../../../core/groups/group-edit.ts";
import type { Organization } from "../../../../core/organizations/organization.ts";
import { operator } from "../../../core/audit/operator.ts";
import { keyOf, newGroup, sumsOf } from "../../../system/group-service.ts";
import * as service from "../../../system/service.ts";
import { opsOn } from "../run-ops.ts";

const { json, run } = opsOn(service);

let organization: Organization;
let org: string[];
beforeEach(async () => {
  organization = await service.createOrganization("free");
  org = ["--org", organization.id];
});

const control = { onProgress: () => {}, isStopped: () => false };

const listed = () => service.stores.groups.list(organization.id);
const counters = () => service.stores.counters.list(organization.id);

async function csv(content: string): Promise<string> {
  const path = join(service.dataDir, `${randomBase62(10)}.csv`);
  await writeFile(path, content);
  return path;
}

test("rows join groups that exist, by id or by exact name", async () => {
  const hall = await newGroup(organization, { name: "Hall, 3 🚪" });
  const yard = await newGroup(organization, { name: "hall, 3 🚪" });
  const path = await csv(
    `name,groupId,groupName\nA,${yard.id},\nB,,"Hall, 3 🚪"\nC,,\nD,,"Hall, 3 🚪"\n`,
  );
  const made: Counter[] = await json("counter", "import", ...org, path);
  expect(made.map(({ groupId }) => groupId)).toEqual([yard.id, hall.id, null, hall.id]);
  expect(await sumsOf(hall)).toMatchObject({ total: 0n, memberCount: 2 });
  expect(await sumsOf(yard)).toMatchObject({ total: 0n, memberCount: 1 });
});

test("wrong groups are named by line beside other errors, and nothing is written", async () => {
  const foreign = await newGroup(await service.createOrganization("free"));
  const hall = await newGroup(organization, { name: "Twice" });
  await newGroup(organization, { name: "Twice" });
  const path = await csv(
    "name,mode,groupId,groupName\n" +
      `A,,venue-north,\nB,up,,\nC,,${foreign.id},\nD,,,Missing\nE,,,Twice\nF,,${hall.id},Twice\nG,,,\n`,
  );
  const { exitCode, stderr } = await run("counter", "import", ...org, path);
  expect(exitCode).toBe(1);
  const [error, ...lines] = stderr.trimEnd().split("\n").reverse();
  expect(lines.reverse()).toEqual([
    "line 2, groupId: the organization has no group with this id",
    expect.stringMatching(/^line 3, mode: /),
    "line 4, groupId: the organization has no group with this id",
    "line 5, groupName: the organization has no group of this name; --create-groups creates it",
    "line 6, groupName: 2 groups have this name; put the id of one into a column Group ID",
    "line 7, groupName: the row has the id of a group as well; leave one of the two cells empty",
  ]);
  expect(error).toMatch(/6 errors; .* To see the groups: npx counting group list --org org_/);
  expect([await counters(), (await listed()).length]).toEqual([[], 2]);
});

test("--create-groups creates each missing group once; the same file again reuses it", async () => {
  const hall = await newGroup(organization, { name: "Hall" });
  const path = await csv("name,groupName\nA,Hall\nB,Yard\nC,Yard\nD,\n");
  const first = await run("counter", "import", ...org, path, "--create-groups");
  expect(first.stdout).toMatch(
    /^4 counters created, 0 existed already\.\n1 group created, without a capacity:\n {2}grp_\w+ "/,
  );
  const yard = (await listed()).find(({ id }) => id !== hall.id);
  expect(yard).toMatchObject({ name: "Yard", capacity: null, memberCount: 2 });
  expect(await sumsOf(hall)).toMatchObject({ memberCount: 1 });
  for (const options of [[], ["--create-groups"]]) {
    const again = await run("counter", "import", ...org, path, ...options);
    expect(again.stdout).toBe("0 counters created, 4 existed already.\n");
  }
  expect(await listed()).toHaveLength(2);
});

test("an import that stopped finds its groups again, also under another name", async () => {
  const path = await csv(
    `name,groupName\n${Array.from({ length: 120 }, (_, index) => `Gate ${index},Yard ${index % 60}\n`).join("")}`,
  );
  const request = {
    ...{ organizationId: organization.id, createGroups: true, by: operator },
    file: await readCsvFile(path),
  };
  const stopAfter = (steps: number) => {
    let asked = 0;
    return { onProgress: () => {}, isStopped: () => ++asked > steps };
  };
  // Between the two batches of groups, then after the first batch of counters.
  expect(await importCounters(service.stores, request, stopAfter(1))).toMatchObject({
    ...{ result: "stopped", created: 0, done: 0, missing: 120, updated: 0, updatedThrough: 0 },
  });
  const created = await listed();
  expect(created).toHaveLength(48);
  // Each is in the audit log, although the import was stopped.
  const { entries } = await json("audit", "list", ...org, "--limit", "100");
  const ofImport = entries.filter(({ action }: AuditEntry) => action === "counter.import");
  expect(ofImport).toMatchObject([{ after: { created: 0, groups: 48 } }]);
  const recorded = entries
    .filter(({ action }: AuditEntry) => action !== "counter.import")
    .map(({ action, target }: AuditEntry) => [action, target.id]);
  expect(new Set(recorded.map(String))).toEqual(
    new Set(created.map(({ id }) => `group.create,${id}`)),
  );
  const stopped = await importCounters(service.stores, request, stopAfter(2));
  expect(stopped).toMatchObject({ result: "stopped", missing: 120 });
  expect(await listed()).toHaveLength(60);
  const [first] = (await listed()).filter(({ name }) => name === "Yard 59");
  if (first === undefined) throw new Error("the group was created");
  await updateGroup(service.stores, { key: keyOf(first), settings: { name: "Renamed" } }, operator);
  const { stdout } = await run("counter", "import", ...org, path);
  expect(stdout).toMatch(/^88 counters created, 32 existed already\.\n$/);
  expect((await listed()).map(({ memberCount }) => memberCount)).toEqual(
    Array.from({ length: 60 }, () => 2),
  );
});

test("two imports of one file at the same time make each group and counter once", async () => {
  const path = await csv(`name,groupName\n${"Gate,Hall\n".repeat(150)}`);
  const runs = await Promise.all(
    [1, 2, 3].map(() => run("counter", "import", ...org, path, "--create-groups")),
  );
  expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
  const [hall, ...others] = await listed();
  expect(others).toEqual([]);
  expect(hall && (await sumsOf(hall))).toMatchObject({ total: 0n, memberCount: 150 });
  expect(await service.stores.organizations.get(organization.id)).toMatchObject({
    ...{ groupCount: 1, counterCount: 150 },
  });
});

test("counters that exist keep the group that they were moved to, even if the first one is gone", async () => {
  const path = await csv("name,groupName\nA,Hall\n");
  const [made]: Counter[] = await json("counter", "import", ...org, path, "--create-groups");
  await json("group", "delete", ...org, made?.groupId ?? "", "--ungroup");
  const { stdout } = await run("counter", "import", ...org, path);
  expect(stdout).toBe("0 counters created, 1 existed already.\n");
  expect(await counters()).toMatchObject([{ groupId: null }]);
});

test("groups for which there is no room are refused before anything is written", async () => {
  const names = Array.from({ length: 1_001 }, (_, index) => `Gate,Hall ${index}\n`).join("");
  const path = await csv(`name,groupName\n${names}`);
  const { exitCode, stderr } = await run("counter", "import", ...org, path, "--create-groups");
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/room for 1,000 more groups \(at most 1,000\), and 1,001 would be added/);
  expect([await counters(), await listed()]).toEqual([[], []]);
});

test("an import whose group is deleted meanwhile says so, and the next names the rows", async () => {
  const hall = await newGroup(organization);
  const path = await csv(`name,groupId\n${`Gate,${hall.id}\n`.repeat(60)}`);
  const request = {
    ...{ organizationId: organization.id, createGroups: false, by: operator },
    file: await readCsvFile(path),
  };
  const { create, maximumItems } = service.stores.counterCreator;
  const counterCreator = {
    maximumItems,
    async create(batch: Parameters<typeof create>[0]) {
      await json("group", "delete", ...org, hall.id, "--ungroup");
      return await create(batch);
    },
  };
  const imported = await importCounters({ ...service.stores, counterCreator }, request, control);
  expect(imported).toEqual({ result: "no_such_group", groupId: hall.id });
  const next = await run("counter", "import", ...org, path);
  expect(next.stderr).toContain("line 2, groupId: the organization has no group with this id");
});

test("an organization that is full for a moment only is said to be so, and nothing else", async () => {
  const path = await csv("name,groupName\nA,Hall\n");
  const request = {
    ...{ organizationId: organization.id, createGroups: true, by: operator },
    file: await readCsvFile(path),
  };
  const full = async () => ({ result: "limit_reached" }) as const;
  const groupCreator = { maximumBatch: 1, create: full };
  expect(await importCounters({ ...service.stores, groupCreator }, request, control)).toEqual({
    result: "full_meanwhile",
  });
});
