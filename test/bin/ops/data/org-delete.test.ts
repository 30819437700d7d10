import { expect, test } from "vitest";
import { beginDeletion } from "../../../../core/data/deletion.ts";
import { canaryOrganizationId } from "../../../../core/organizations/organization.ts";
import { fullOrganization, tracesOf } from "../../../system/full-organization.ts";
import { createMember, operator } from "../../../system/people-service.ts";
import * as service from "../../../system/service.ts";
import { onTerminal, opsOn } from "../run-ops.ts";

const ops = opsOn(service);

test("org delete names what goes, and removes it without a question where nobody can answer", async () => {
  const { organization, ids } = await fullOrganization();
  const { exitCode, stdout, stderr } = await ops.run("org", "delete", organization.id);
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining("1 counter with its history")]);
  expect(stderr).toContain(`The organization "${organization.name}" (${organization.id})`);
  expect(stderr).toContain("3 deliveries that wait for a retry");
  expect(stdout).toContain(`audit list --org ${organization.id}`);
  expect(await tracesOf(ids)).toEqual(["AuditEntries", "IdempotencyKeys", "Sessions"]);
  expect(await ops.run("org", "show", organization.id)).toMatchObject({ exitCode: 1 });
  expect(await ops.json("org", "list")).not.toContainEqual(
    expect.objectContaining({ id: organization.id }),
  );
  // Its audit log can be read for a year.
  const { entries } = await ops.json("audit", "list", "--org", organization.id);
  expect(entries[0]).toMatchObject({
    action: "org.delete",
    actor: { kind: "operator" },
    target: { kind: "organization", id: organization.id },
    before: { plan: "enterprise", had: expect.arrayContaining(["1 gate", "2 members"]) },
  });
  const nothing = await ops.json("audit", "list", "--org", organization.id, "--since", "0m");
  expect(nothing).toEqual({ entries: [], next: null });
  expect(await ops.run("org", "delete", organization.id)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("there is no organization"),
  });
});

test("org delete refuses the canary's organization, and org list does not show it", async () => {
  expect(await ops.run("org", "delete", canaryOrganizationId, "--yes")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("this organization is the canary's"),
  });
  const by = { kind: "operator", actor: { kind: "operator", id: null, name: "test" } } as const;
  const begun = await beginDeletion(service.stores, { organizationId: canaryOrganizationId }, by);
  expect(begun).toEqual({ result: "protected" });
  expect(await service.stores.organizations.get(canaryOrganizationId)).toBeDefined();
  expect(JSON.stringify(await ops.json("org", "list"))).not.toContain(canaryOrganizationId);
});

test("org delete --json prints one document", async () => {
  const organization = await service.createOrganization("free");
  const { id, name } = organization;
  await createMember(organization, "owner");
  const deleted = await ops.json("org", "delete", id);
  expect(deleted).toEqual({ id, name, deleted: true, removedItems: expect.any(Number) });
});

test("on a terminal it asks for the name, and another answer changes nothing", async () => {
  const organization = await service.createOrganization("free");
  const args = ["org", "delete", organization.id];
  const question = "type its name:";
  const refused = await onTerminal(service, args, { answer: "yes\n", question });
  expect(refused).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("nothing was changed: the answer was not the name"),
  });
  expect(await service.stores.organizations.get(organization.id)).toBeDefined();
  const deleted = await onTerminal(service, args, { answer: `${organization.name}\n`, question });
  expect(deleted).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("is deleted") });
  expect(await service.stores.organizations.get(organization.id)).toBeUndefined();
});

test("org list says which deletion is not finished, and how to go on", async () => {
  const { id } = await service.createOrganization("free");
  await beginDeletion(service.stores, { organizationId: id }, operator);
  const { stdout, stderr } = await ops.run("org", "list");
  expect(stdout).not.toContain(id);
  expect(stderr).toContain(`the deletion of "Test" is not finished`);
  expect(stderr).toContain(`org delete ${id}`);
  expect(await ops.run("org", "delete", id, "--yes")).toMatchObject({ exitCode: 0 });
  expect((await ops.run("org", "list")).stderr).not.toContain(id);
});
