import { describe, expect, test } from "vitest";
import { acceptInvitation } from "../../../core/members/accept-invitation.ts";
import type { ChangedBy } from "../../../core/members/changed-by.ts";
import { maximumOpenInvitations } from "../../../core/members/invitation.ts";
import {
  invite,
  listInvitations,
  lookAtInvitation,
  revokeInvitation,
} from "../../../core/members/invitations.ts";
import { maximumMembers } from "../../../core/members/member.ts";
import { maximumOrganizations } from "../../../core/members/person.ts";
import { type Role, roles } from "../../../core/members/role.ts";
import { memoryPeople, organizationId } from "./memory-people.ts";

const operator: ChangedBy = {
  kind: "operator",
  actor: { kind: "operator", id: null, name: "anna" },
};
const weekMs = 7 * 86_400_000;

async function invited(
  world: ReturnType<typeof memoryPeople>,
  {
    email = "kim@example.com",
    role = "member",
    by = operator,
  }: { email?: string; role?: Role; by?: ChangedBy } = {},
) {
  const creation = await invite(world.ports, { organizationId, email, role }, by);
  if (creation.result !== "created") throw new Error(creation.result);
  const { url, invitation } = creation;
  return { ...creation, invitation, token: new URL(url).hash.slice(1) };
}

describe("an invitation", () => {
  test("has a link with its secret behind #, which is stored as a hash alone", async () => {
    const world = memoryPeople();
    const { url, token, invitation } = await invited(world);
    expect(url).toBe(`https://console.example/join#${token}`);
    const secret = token.split(".")[2] ?? "";
    expect(secret).toMatch(/^\d{43}$/);
    expect(JSON.stringify([...world.invitations.values(), ...world.entries])).not.toContain(secret);
    expect(invitation.secretHash).toMatch(/^[0-9a-f]{64}$/);
  });

  test("shows organization, address and role to who has the link", async () => {
    const world = memoryPeople();
    const { token } = await invited(world, { role: "admin" });
    expect(await lookAtInvitation(world.ports, token)).toMatchObject({
      result: "open",
      organizationName: "City Museum",
      invitation: { email: "kim@example.com", role: "admin" },
    });
  });

  test("makes its person a member with its role, once", async () => {
    const world = memoryPeople();
    const { token } = await invited(world, { role: "admin" });
    const person = world.person({ email: "kim@example.com", name: "Kim" });
    const accepted = await acceptInvitation(world.ports, { token, personId: person.id });
    expect(accepted).toEqual({ result: "accepted", member: [...world.members.values()][0] });
    expect(accepted).toMatchObject({
      member: { personId: person.id, role: "admin", email: "kim@example.com", name: "Kim" },
    });
    const again = { token, personId: person.id };
    expect(await acceptInvitation(world.ports, again)).toEqual({ result: "used" });
    expect(await lookAtInvitation(world.ports, token)).toEqual({ result: "used" });
    expect(world.members.size).toBe(1);
  });

  test("works for 7 days, less than a moment longer", async () => {
    const world = memoryPeople();
    const { token } = await invited(world);
    const person = world.person({ email: "kim@example.com" });
    world.time.nowMs += weekMs - 1;
    expect((await lookAtInvitation(world.ports, token)).result).toBe("open");
    world.time.nowMs += 1;
    expect(await lookAtInvitation(world.ports, token)).toEqual({ result: "expired" });
    const use = { token, personId: person.id };
    expect(await acceptInvitation(world.ports, use)).toEqual({ result: "expired" });
    expect(await listInvitations(world.ports, organizationId)).toMatchObject({ invitations: [] });
  });

  test.each([
    ["another address", { email: "kim2@example.com" }, "wrong_email"],
    ["no address", { email: null }, "wrong_email"],
    ["an address that looks the same", { email: "\u212aim@example.com" }, "wrong_email"],
    ["an address without a voucher", { emailVerified: false }, "unverified_email"],
    ["another address without a voucher", { email: "x@y.zz", emailVerified: false }, "wrong_email"],
  ])("is refused to a person with %s, and stays open", async (_, change, result) => {
    const world = memoryPeople();
    const { token } = await invited(world);
    const person = world.person({ email: "kim@example.com", ...change });
    const use = { token, personId: person.id };
    expect(await acceptInvitation(world.ports, use)).toEqual({ result, email: "kim@example.com" });
    expect([world.members.size, (await lookAtInvitation(world.ports, token)).result]).toEqual([
      0,
      "open",
    ]);
  });

  test("is taken whatever the case of the provider's address", async () => {
    const world = memoryPeople();
    const { token } = await invited(world);
    const person = world.person({ email: "KIM@Example.com" });
    const use = { token, personId: person.id };
    expect(await acceptInvitation(world.ports, use)).toMatchObject({ result: "accepted" });
  });

  test("of an address that is invited again ends: only the newer link works", async () => {
    const world = memoryPeople();
    const first = await invited(world);
    const second = await invited(world, { role: "admin" });
    expect([first.replaced, second.replaced]).toEqual([false, true]);
    expect(await lookAtInvitation(world.ports, first.token)).toEqual({ result: "unknown" });
    expect((await lookAtInvitation(world.ports, second.token)).result).toBe("open");
    expect(world.entries.at(-1)).toMatchObject({ before: { role: "member" } });
  });

  test("that is revoked is as unknown as one that never was", async () => {
    const world = memoryPeople();
    const { token, invitation } = await invited(world);
    const key = { organizationId, invitationId: invitation.id };
    expect(await revokeInvitation(world.ports, key, operator)).toMatchObject({ result: "revoked" });
    expect(await lookAtInvitation(world.ports, token)).toEqual({ result: "unknown" });
    const again = await revokeInvitation(world.ports, key, operator);
    expect(again).toEqual({ result: "no_such_invitation" });
  });

  test.each(["", "x", "org_1.inv_1.x", "\ud800", "🚪".repeat(50), "a.b.c.d"])(
    "%j opens nothing",
    async (token) => {
      const world = memoryPeople();
      const person = world.person();
      expect(await lookAtInvitation(world.ports, token)).toEqual({ result: "unknown" });
      const use = { token, personId: person.id };
      expect(await acceptInvitation(world.ports, use)).toEqual({ result: "unknown" });
    },
  );

  test("is not opened by its id with another secret, nor by what is stored", async () => {
    const world = memoryPeople();
    const { token, invitation } = await invited(world);
    const [organization = "", id = "", secret = ""] = token.split(".");
    const stored = Buffer.from(invitation.secretHash, "hex").toString("base64url");
    for (const guess of [`x${secret.slice(1)}`, stored]) {
      const look = await lookAtInvitation(world.ports, `${organization}.${id}.${guess}`);
      expect(look).toEqual({ result: "unknown" });
    }
  });
});

describe("who is a member already and accepts", () => {
  const cases = roles.flatMap((present) => roles.map((given) => [present, given] as const));

  test.each(cases)("is %s, invited as %s: the higher role holds", async (present, given) => {
    const world = memoryPeople();
    const before = world.member(present);
    const person = world.person({ subject: "kim", email: "kim@example.com" });
    world.members.set(before.id, { ...before, personId: person.id });
    const { token } = await invited(world, { role: given });
    const use = { token, personId: person.id };
    const accepted = await acceptInvitation(world.ports, use);
    const role = roles[Math.min(roles.indexOf(present), roles.indexOf(given))];
    expect(accepted).toMatchObject({
      result: "accepted",
      member: { id: before.id, role, joinedAt: before.joinedAt },
    });
    expect(world.members.size).toBe(1);
  });

  test("needs no room: neither in the organization nor in the person's list", async () => {
    const world = memoryPeople();
    const before = world.member("member");
    const organizationIds = new Set(
      Array.from({ length: maximumOrganizations }, (_, n) => `o${n}`),
    );
    const person = world.person({ email: "kim@example.com", organizationIds });
    const { token } = await invited(world, { role: "admin" });
    const use = { token, personId: person.id };
    const refused = await acceptInvitation(world.ports, use);
    expect(refused).toEqual({ result: "organization_limit_reached" });
    world.members.set(before.id, { ...before, personId: person.id });
    expect(await acceptInvitation(world.ports, use)).toMatchObject({ result: "accepted" });
  });
});

describe("who may invite and revoke", () => {
  const cases = roles.flatMap((inviter) =>
    roles.map((role) => {
      const allowed = inviter === "owner" || (inviter === "admin" && role !== "owner");
      return [inviter, role, allowed] as const;
    }),
  );

  test.each(cases)("%s, for a new %s: %j", async (inviter, role, allowed) => {
    const world = memoryPeople();
    const by: ChangedBy = { kind: "member", member: world.member(inviter) };
    const setup = { organizationId, email: "kim@example.com", role };
    const { result } = await invite(world.ports, setup, by);
    expect(result).toBe(allowed ? "created" : "forbidden");
    const { invitation } = await invited(world, { email: "lee@example.com", role });
    const key = { organizationId, invitationId: invitation.id };
    const revocation = await revokeInvitation(world.ports, key, by);
    expect(revocation.result).toBe(allowed ? "revoked" : "forbidden");
  });

  test("an admin cannot replace the invitation of an owner", async () => {
    const world = memoryPeople();
    const { token } = await invited(world, { role: "owner" });
    const by: ChangedBy = { kind: "member", member: world.member("admin") };
    const setup = { organizationId, email: "kim@example.com", role: "member" as const };
    expect(await invite(world.ports, setup, by)).toEqual({ result: "forbidden" });
    expect((await lookAtInvitation(world.ports, token)).result).toBe("open");
  });

  test("who was demoted or removed since the request began may no longer", async () => {
    const world = memoryPeople();
    const member = world.member("owner");
    const by: ChangedBy = { kind: "member", member };
    const setup = { organizationId, email: "kim@example.com", role: "member" as const };
    world.members.set(member.id, { ...member, role: "member" });
    expect(await invite(world.ports, setup, by)).toEqual({ result: "forbidden" });
    world.members.delete(member.id);
    expect(await invite(world.ports, setup, by)).toEqual({ result: "forbidden" });
  });

  test.each([
    ["owner", "owner", "admin", "inviter_may_not"],
    ["owner", "admin", "admin", "accepted"],
    ["owner", "member", "member", "inviter_may_not"],
    ["admin", "member", "member", "inviter_may_not"],
    ["admin", "member", "owner", "accepted"],
    ["admin", "admin", undefined, "inviter_may_not"],
  ] as const)(
    "an invitation by an %s to become %s, when the inviter is %s by then: %s",
    async (inviter, role, present, result) => {
      const world = memoryPeople();
      const member = world.member(inviter);
      const { token } = await invited(world, { role, by: { kind: "member", member } });
      if (present === undefined) world.members.delete(member.id);
      else world.members.set(member.id, { ...member, role: present });
      const person = world.person({ email: "kim@example.com" });
      const use = { token, personId: person.id };
      expect((await acceptInvitation(world.ports, use)).result).toBe(result);
    },
  );

  test("200 invitations can be open; expired and used ones leave room", async () => {
    const world = memoryPeople();
    for (let index = 0; index < maximumOpenInvitations; index += 1) {
      await invited(world, { email: `p${index}@example.com` });
    }
    const setup = { organizationId, email: "kim@example.com", role: "member" as const };
    expect(await invite(world.ports, setup, operator)).toEqual({ result: "limit_reached" });
    // The same address again replaces its own.
    await invited(world, { email: "p7@example.com" });
    world.time.nowMs += weekMs;
    expect(await invite(world.ports, setup, operator)).toMatchObject({ result: "created" });
  });
});

describe("an organization with its 1,000 members", () => {
  function full() {
    const world = memoryPeople();
    for (let count = 0; count < maximumMembers; count += 1) world.member("member");
    return world;
  }

  test("takes no further member, and invites nobody", async () => {
    const world = full();
    const setup = { organizationId, email: "kim@example.com", role: "member" as const };
    expect(await invite(world.ports, setup, operator)).toEqual({ result: "member_limit_reached" });
  });

  test("takes none either with an invitation from before, until a person leaves", async () => {
    const world = memoryPeople();
    const { token } = await invited(world);
    const person = world.person({ email: "kim@example.com" });
    for (let count = 0; count < maximumMembers; count += 1) world.member("member");
    const use = { token, personId: person.id };
    const refused = await acceptInvitation(world.ports, use);
    expect(refused).toEqual({ result: "member_limit_reached" });
    world.members.delete([...world.members.keys()][0] ?? "");
    expect(await acceptInvitation(world.ports, use)).toMatchObject({ result: "accepted" });
  });
});

test.each([
  ["Kim \u0000\u001b[31m\nLee", "Kim [31m Lee"],
  ["🚪".repeat(300), "🚪".repeat(200)],
  ["\ud800Kim", "\ufffdKim"],
  [" \t\n", null],
  ["", null],
  [null, null],
])("a provider's name %j becomes the member's name %j", async (name, expected) => {
  const world = memoryPeople();
  const { token } = await invited(world);
  const person = world.person({ email: "kim@example.com", name });
  const acceptance = await acceptInvitation(world.ports, { token, personId: person.id });
  expect(acceptance).toMatchObject({ member: { name: expected, email: "kim@example.com" } });
});
