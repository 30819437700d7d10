import { beforeEach, describe, expect, test } from "vitest";
import type { StoredGroup } from "../../../../core/groups/group.ts";
import type { Organization } from "../../../../core/organizations/organization.ts";
import { newGroup, putAlert, sumsOf } from "../../../system/group-service.ts";
import * as service from "../../../system/service.ts";
import { opsOn } from "../run-ops.ts";

const { json, run } = opsOn(service);

let organization: Organization;
let org: string[];
let hall: StoredGroup;
beforeEach(async () => {
  organization = await service.createOrganization("enterprise");
  org = ["--org", organization.id];
  hall = await newGroup(organization);
});

describe("counter create and update --group", () => {
  test("put a counter into a group, move it and take it out", async () => {
    const yard = await newGroup(organization);
    const { id } = await json("counter", "create", ...org, "--name", "Gate", "--group", hall.id);
    await service.tapOnce({ organizationId: organization.id, id });
    const moved = await json("counter", "update", ...org, id, "--group", yard.id);
    expect(moved).toMatchObject({ groupId: yard.id, version: 3, count: 1 });
    expect(await sumsOf(hall)).toEqual({ total: 0n, memberCount: 0, counts: {} });
    expect(await sumsOf(yard)).toEqual({ total: 1n, memberCount: 1, counts: { [id]: 1 } });
    const out = await json("counter", "update", ...org, id, "--no-group", "--name", "Gate 2");
    expect(out).toMatchObject({ groupId: null, name: "Gate 2", version: 4 });
    expect(await sumsOf(yard)).toEqual({ total: 0n, memberCount: 0, counts: {} });
  });

  test.each(["venue-north", "grp_00000000000000000000", "another organization's"])(
    "refuse the group %s, and say how to see and create groups",
    async (text) => {
      const other = await newGroup(await service.createOrganization("free"));
      const groupId = text.startsWith("another") ? other.id : text;
      const counter = await service.createCounter(organization);
      for (const args of [
        ["create", "--name", "New"],
        ["update", counter.id, "--name", "New"],
      ]) {
        const { exitCode, stderr } = await run("counter", ...args, ...org, "--group", groupId);
        expect(exitCode).toBe(1);
        expect(stderr).toContain(`has no group with the id "${groupId}"`);
        expect(stderr).toMatch(/counting group list --org org_.*counting group create --org org_/);
      }
      expect(await service.stores.storedCounters.list(organization.id)).toEqual([counter]);
    },
  );
});

describe("counter update --goal and --no-goal", () => {
  const text = "until the counter has a goal that fits, or the alert gets a capacity of its own:\n";

  test("say which of the counter's alerts sleep", async () => {
    const counter = await service.createCounter(organization, { goalTarget: 10 });
    const { organizationId, id } = counter;
    const target = { scope: "counter" as const, organizationId, id };
    const full = await putAlert(target, { name: "Full" });
    const half = await putAlert(target, { name: "Half", kind: "percent", percent: 50 });
    const update = (...args: string[]) => run("counter", "update", ...org, id, ...args);
    expect(await update("--goal", "12.5")).toMatchObject({ exitCode: 0, stderr: "" });
    expect((await update("--goal", "-3")).stderr).toBe(
      `1 alert sleeps ${text}  ${half.id} "Half"\n`,
    );
    expect((await update("--no-goal")).stderr).toBe(`1 alert sleeps ${text}  ${full.id} "Full"\n`);
    expect((await update("--goal", "10")).stderr).toBe("");
    expect((await update("--no-goal")).stderr).toMatch(/^2 alerts sleep until /);
  });
});

describe("counter archive and restore", () => {
  test("say what becomes of the group and the alerts", async () => {
    const counter = await service.createCounter(organization, { groupId: hall.id });
    const { organizationId, id } = counter;
    await putAlert({ scope: "counter", organizationId, id });
    const archived = await run("counter", "archive", ...org, id);
    expect(archived.stdout).toContain(
      `The counter is archived.\nIt has left its group, ${hall.id}.\n1 alert of its own is paused.\n`,
    );
    expect(await sumsOf(hall)).toMatchObject({ memberCount: 0 });
    const restored = await run("counter", "restore", ...org, id);
    expect(restored.stdout).toMatch(
      /It is in no group: .* counter update --org \S+ \S+ --group GROUP/,
    );
    expect(restored.stdout).toMatch(/Its 1 alert stays paused until resumed; see: .* alert list/);
  });
});
