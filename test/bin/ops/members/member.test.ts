import { describe, expect, test } from "vitest";
import { acceptInvitation } from "../../../../core/members/accept-invitation.ts";
import { createMember } from "../../../system/people-service.ts";
import * as service from "../../../system/service.ts";
import { stores } from "../../../system/service.ts";
import { opsOn } from "../run-ops.ts";

const { json, run } = opsOn(service);

describe("member", () => {
  test("invite prints a link with which the first owner joins, once", async () => {
    const { id: org } = await service.createOrganization("free");
    const { stdout } = await run("member", "list", "--org", org);
    expect(stdout).toMatch(/^The organization has no members; invite its first owner with: npx/);
    const { person } = await service.signIn();
    const email = person.email ?? "";
    const invite = ["member", "invite", "--org", org, "--role", "owner", "--email"];
    const made = await json(...invite, email.toUpperCase());
    expect(made).toEqual({
      id: expect.stringMatching(/^inv_/),
      email,
      role: "owner",
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      url: expect.stringMatching(/\/join#org_\w{20}\.inv_\w{20}\.[\w-]{43}$/),
    });
    expect(made.url.startsWith(`${service.outputs.ConsoleUrl}/join#${org}.`)).toBe(true);
    const { url: _, ...listed } = made;
    expect(await json("invitation", "list", "--org", org)).toEqual([listed]);
    const token = new URL(made.url).hash.slice(1);
    const acceptance = await acceptInvitation(stores, { token, personId: person.id });
    expect(acceptance.result).toBe("accepted");
    expect(await json("member", "list", "--org", org)).toEqual([
      expect.objectContaining({ id: expect.stringMatching(/^mem_/), role: "owner", email }),
    ]);
    expect(await json("invitation", "list", "--org", org)).toEqual([]);
  });

  test("invite again ends the link before, and says so", async () => {
    const { id: org } = await service.createOrganization("free");
    const invite = [
      "member",
      "invite",
      "--org",
      org,
      "--email",
      "kim@x.example",
      "--role",
      "admin",
    ];
    const first = await json(...invite);
    const again = await run(...invite);
    expect([again.exitCode, again.stderr]).toEqual([0, expect.stringContaining("earlier link")]);
    const open = await json("invitation", "list", "--org", org);
    expect([open.length, open[0].id === first.id]).toEqual([1, false]);
  });

  test("set-role and remove work, and the last owner stays", async () => {
    const organization = await service.createOrganization("pro");
    const org = ["--org", organization.id];
    const owner = await createMember(organization, "owner");
    const member = await createMember(organization, "member");
    const promoted = await json("member", "set-role", ...org, member.member.id, "--role", "admin");
    expect(promoted).toMatchObject({ id: member.member.id, role: "admin" });
    for (const words of [
      ["set-role", ...org, owner.member.id, "--role", "member"],
      ["remove", ...org, owner.member.id],
    ]) {
      await expect(json("member", ...words)).rejects.toThrow(/last owner.*set-role.*CONFLICT/);
    }
    const removed = await run("member", "remove", ...org, member.member.id);
    expect([removed.exitCode, removed.stdout]).toEqual([
      0,
      expect.stringMatching(/gate list --org/),
    ]);
    expect((await json("member", "list", ...org)).length).toBe(1);
  });

  test.each([
    ["member", "remove", "mem_0123456789ABCDEFGHIJ"],
    ["member", "remove", "__proto__"],
    ["invitation", "revoke", "inv_0123456789ABCDEFGHIJ"],
    ["invitation", "revoke", ""],
    ["gate", "revoke", "gat_0123456789ABCDEFGHIJ"],
    ["gate", "revoke", "revision"],
  ])("%s %s %j finds nothing", async (noun, verb, id) => {
    const { id: org } = await service.createOrganization("pro");
    await expect(json(noun, verb, "--org", org, id)).rejects.toThrow(/"code":"NOT_FOUND"/);
    await expect(json(noun, verb, "--org", "org_x", id)).rejects.toThrow(/no organization/);
  });

  test("a revoked invitation is no longer listed", async () => {
    const { id: org } = await service.createOrganization("pro");
    const invite = ["--org", org, "--email", "kim@x.example", "--role", "member"];
    const { id } = await json("member", "invite", ...invite);
    const revoked = await json("invitation", "revoke", "--org", org, id);
    expect(revoked).toMatchObject({ id, email: "kim@x.example", revoked: true });
    expect((await run("invitation", "list", "--org", org)).stdout).toMatch(/no open invitations;/);
  });
});
