import { expect, test } from "vitest";
import { loggedStates } from "../../../../adapters/data/restore/logged-states.ts";
import { systemClock } from "../../../../adapters/system-clock.ts";
import { opsOn } from "../../../bin/ops/run-ops.ts";
import { createMember } from "../../../system/people-service.ts";
import { liveTable } from "../../../system/restored-table.ts";
import * as service from "../../../system/service.ts";
import { client, createCustomer, createOrganization } from "../../../system/service.ts";

const ops = opsOn(service);
const table = liveTable("AuditEntries");

test("what is deleted while a restore runs is known from the next page on", async () => {
  const { organization } = await createCustomer("enterprise");
  const [key] = await ops.json("key", "list", "--org", organization.id);
  const logged = loggedStates(client, { auditEntries: table }, systemClock);
  const firstPage = logged();
  expect((await firstPage(organization.id)).deleted).toEqual(new Set());
  await ops.json("key", "revoke", "--org", organization.id, key.id);
  expect((await logged()(organization.id)).deleted).toEqual(new Set([key.id]));
  await ops.json("org", "delete", organization.id);
  expect((await logged()(organization.id)).deleted).toBe("everything");
});

test("of three invitations to one address only the last is not deleted", async () => {
  const { id } = await createOrganization("free");
  const logged = loggedStates(client, { auditEntries: table }, systemClock);
  const ids: string[] = [];
  for (const role of ["owner", "admin", "member"]) {
    const args = ["--org", id, "--email", "ada@museum.example", "--role", role];
    ids.push((await ops.json("member", "invite", ...args)).id);
    // Entries that were read before are read again, which must change nothing.
    expect((await logged()(id)).deleted).toEqual(new Set(ids.slice(0, -1)));
  }
});

test("an accepted invitation counts as deleted", async () => {
  const organization = await createOrganization("free");
  const { id } = organization;
  await createMember(organization, "member");
  const [entry] = (await ops.json("audit", "list", "--org", id)).entries;
  expect(entry.action).toBe("invitation.accept");
  const logged = loggedStates(client, { auditEntries: table }, systemClock);
  expect((await logged()(id)).deleted).toEqual(new Set([entry.after.invitationId]));
});

test("a member has the newest role of the log, also before the next page is read", async () => {
  const organization = await createOrganization("free");
  const { id } = organization;
  const { member } = await createMember(organization, "admin");
  const logged = loggedStates(client, { auditEntries: table }, systemClock);
  expect((await logged()(id)).roles.get(member.id)).toBe("admin");
  await ops.json("member", "set-role", "--org", id, "--role", "member", member.id);
  expect((await logged()(id)).roles.get(member.id)).toBe("member");
});
