import { beforeEach, describe, expect, test } from "vitest";
import type { Organization } from "../../../../core/organizations/organization.ts";
import { keyOf, putAlert } from "../../../system/group-service.ts";
import * as service from "../../../system/service.ts";
import { opsOn } from "../run-ops.ts";

const { json, run } = opsOn(service);

let organization: Organization;
let org: string[];
beforeEach(async () => {
  organization = await service.createOrganization("free");
  org = ["--org", organization.id];
});

async function create(name = "Hall", ...options: string[]) {
  const { id } = await json("group", "create", ...org, "--name", name, ...options);
  const group = await service.stores.groups.get({ organizationId: organization.id, groupId: id });
  if (group === undefined) throw new Error("the group was created");
  return group;
}

describe("group create and list", () => {
  test("create prints the group, and list the groups by name as people sort them", async () => {
    const hall = await json("group", "create", ...org, "--name", "Zürich 🚪", "--capacity", "0");
    expect(hall).toEqual({
      ...{ id: expect.stringMatching(/^grp_[0-9A-Za-z]{20}$/), name: "Zürich 🚪", capacity: 0 },
      ...{ total: 0, counterCount: 0, alertCount: 0, createdAt: expect.any(String) },
    });
    const émile = await json("group", "create", ...org, "--name", "émile");
    const emma = await json("group", "create", ...org, "--name", "Emma");
    expect(await json("group", "list", ...org)).toEqual([émile, emma, hall]);
    const table = (await run("group", "list", ...org)).stdout.split("\n");
    expect(table[0]).toMatch(/^id +total +capacity +counterCount +alertCount +name$/);
  });

  test("create says how to put a counter into the group", async () => {
    const { stdout } = await run("group", "create", ...org, "--name", "Hall");
    expect(stdout).toMatch(/counter update --org org_\w+ COUNTER --group grp_\w+/);
  });

  test("list without groups says how to create one; an organization must exist", async () => {
    expect((await run("group", "list", ...org)).stdout).toMatch(
      /no groups; create one with: .*group create/,
    );
    const nowhere = ["--org", "org_00000000000000000000"];
    for (const args of [["list"], ["create", "--name", "Hall"]]) {
      const { exitCode, stderr } = await run("group", ...args, ...nowhere);
      expect({ exitCode, stderr }).toEqual({
        exitCode: 1,
        stderr: expect.stringMatching(/no organization/),
      });
    }
  });
});

describe("group show", () => {
  test("prints exactly the group and its counters, sorted as people do", async () => {
    const hall = await create("Hall", "--capacity", "20");
    const names = ["Zoo", "émile", "Emma"];
    const counters = [];
    for (const name of names) {
      const made = await json("counter", "create", ...org, "--name", name, "--group", hall.id);
      counters.push({ id: made.id, name, count: 0 });
    }
    const [zoo, émile, emma] = counters;
    expect(await json("group", "show", ...org, hall.id)).toEqual({
      ...{ id: hall.id, name: "Hall", capacity: 20, total: 0 },
      today: expect.objectContaining({ in: 0, out: 0, peak: null, peakAt: null }),
      counters: [émile, emma, zoo],
    });
    const { stdout } = await run("group", "show", ...org, hall.id);
    expect(stdout).toMatch(
      /capacity +20\ntotal +0\n\nToday, since .*: 0 in, 0 out, nobody has counted\.\n\nid +count +name\nctr_\w+ +0 +émile\n/,
    );
  });
});

describe("group update", () => {
  test("changes what is given, and raises the revision", async () => {
    const hall = await create("Hall", "--capacity", "20");
    const renamed = await json("group", "update", ...org, hall.id, "--name", "Yard \u202e");
    expect(renamed).toMatchObject({ name: "Yard \u202e", capacity: 20 });
    const emptied = await json("group", "update", ...org, hall.id, "--no-capacity");
    expect(emptied).toMatchObject({ name: "Yard \u202e", capacity: null });
    expect(await service.stores.groups.get(keyOf(hall))).toMatchObject({
      revision: 3,
      capacity: null,
    });
  });

  test("says which alerts sleep without the capacity", async () => {
    const hall = await create("Hall", "--capacity", "20");
    const full = await putAlert({ scope: "group", ...hall }, { name: "Hall full" });
    await putAlert({ scope: "group", ...hall }, { name: "Own", capacity: 5 });
    await putAlert({ scope: "group", ...hall }, { name: "Fixed", kind: "absolute", at: 3 });
    const raised = await run("group", "update", ...org, hall.id, "--capacity", "30");
    expect(raised).toMatchObject({ exitCode: 0, stderr: "" });
    const { stderr } = await run("group", "update", ...org, hall.id, "--no-capacity");
    expect(stderr).toBe(
      "1 alert sleeps until the group has a capacity again, or the alert gets a capacity of its own:\n" +
        `  ${full.id} "Hall full"\n`,
    );
  });
});
