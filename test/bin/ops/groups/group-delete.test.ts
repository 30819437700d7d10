import { beforeEach, expect, test } from "vitest";
import type { Organization } from "../../../../core/organizations/organization.ts";
import { keyOf, newGroup, putAlert } from "../../../system/group-service.ts";
import * as service from "../../../system/service.ts";
import { onTerminal, opsOn } from "../run-ops.ts";

const { json, run } = opsOn(service);

let organization: Organization;
let org: string[];
beforeEach(async () => {
  organization = await service.createOrganization("enterprise");
  org = ["--org", organization.id];
});

async function hallWith(counters: number) {
  const hall = await newGroup(organization, { name: "Hall 3" });
  for (let index = 0; index < counters; index += 1) {
    const name = `Gate ${String(index + 1).padStart(2, "0")}`;
    await service.createCounter(organization, { name, groupId: hall.id });
  }
  return hall;
}

test("a group with counters is refused, with twenty of their names and the way out", async () => {
  const hall = await hallWith(22);
  const { exitCode, stderr } = await run("group", "delete", ...org, hall.id);
  const lines = stderr.trimEnd().split("\n");
  expect(exitCode).toBe(1);
  expect(lines).toHaveLength(22);
  expect(lines[0]).toMatch(/^ctr_\w{20} "Gate 01"$/);
  expect(lines[20]).toBe("and 2 more");
  expect(lines[21]).toMatch(
    /has 22 counters; .* delete it: npx counting group delete .* --ungroup/,
  );
  expect(await service.stores.groups.get(keyOf(hall))).toBeDefined();
});

test("with --ungroup its counters stay, in no group", async () => {
  const hall = await hallWith(2);
  const deleted = await json("group", "delete", ...org, hall.id, "--ungroup");
  expect(deleted).toEqual({
    ...{ id: hall.id, name: "Hall 3", deleted: true, ungrouped: 2, deletedAlerts: [] },
  });
  const counters = await service.stores.counters.list(organization.id);
  expect(counters.map(({ groupId }) => groupId)).toEqual([null, null]);
});

test("its alerts are deleted with it, and named", async () => {
  const hall = await hallWith(0);
  const alert = await putAlert({ scope: "group", ...hall }, { name: "Hall full" });
  const { exitCode, stdout } = await run("group", "delete", ...org, hall.id);
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`The group is deleted, and its 1 alert:\n  ${alert.id} "Hall full"\n`);
  expect(await service.stores.alerts.list(organization.id)).toEqual([]);
});

test("on a terminal, the question names the group, its counters and its alerts", async () => {
  const hall = await hallWith(1);
  const alert = await putAlert({ scope: "group", ...hall }, { name: "Hall full" });
  const args = ["group", "delete", ...org, hall.id, "--ungroup"];
  const kept = await onTerminal(service, args, { answer: "n\n" });
  expect(kept.exitCode).toBe(1);
  expect(kept.stderr).toContain(
    `Really delete the group ${hall.id} ("Hall 3"), take 1 counter out of it, ` +
      `delete its 1 alert: ${alert.id} "Hall full"? [y/N]`,
  );
  expect(await service.stores.groups.get(keyOf(hall))).toMatchObject({ memberCount: 1 });
  const deleted = await onTerminal(service, [...args, "--yes"]);
  expect(deleted).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await service.stores.groups.get(keyOf(hall))).toBeUndefined();
});

test("on a terminal, a group with counters is refused before anybody is asked", async () => {
  const hall = await hallWith(1);
  const args = ["group", "delete", ...org, hall.id];
  const { exitCode, stderr } = await onTerminal(service, args, { answer: "y\n" });
  expect(exitCode).toBe(1);
  expect(stderr).not.toContain("Really");
  expect(stderr).toContain("--ungroup");
});
