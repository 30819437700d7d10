import { describe, expect, test } from "vitest";
import { createCounter } from "../service.ts";
import { consoleUser } from "./console-user.ts";

const members = "GET /api/organization/{organizationId}/members";
const setRole = "PATCH /api/organization/{organizationId}/members/{memberId}";
const remove = "DELETE /api/organization/{organizationId}/members/{memberId}";
const invitations = "/api/organization/{organizationId}/invitations";
const gates = "/api/organization/{organizationId}/gates";

/** A person of each role in one organization. */
async function colleagues() {
  const owner = await consoleUser("owner");
  const [admin, member] = [
    await consoleUser("admin", owner.organization),
    await consoleUser("member", owner.organization),
  ];
  return { owner, admin, member };
}

describe("a role that changes", () => {
  test("holds from the next request on: demoted, then removed", async () => {
    const { owner, admin } = await colleagues();
    await admin.reply(members, {});
    const at = { memberId: admin.member.id };
    expect(await owner.reply(setRole, at, { role: "member" })).toMatchObject({ role: "member" });
    await admin.refusal(403, members, {});
    await owner.reply(remove, at);
    await admin.refusal(404, members, {});
  });

  test("of the last owner stays, and the response says what to do", async () => {
    const { owner } = await colleagues();
    const at = { memberId: owner.member.id };
    const lastOwner = {
      error: "An organization needs an owner: make another member an owner first",
    };
    expect(await owner.refusal(409, setRole, at, { role: "admin" })).toEqual(lastOwner);
    expect(await owner.refusal(409, remove, at)).toEqual(lastOwner);
  });
});

describe("what the lists show", () => {
  test("members with names, addresses and roles, and no person's id", async () => {
    const { owner, admin, member } = await colleagues();
    const shown = await owner.reply(members, {});
    const ids = [owner, admin, member].map((user) => user.member.id);
    expect(shown.members.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(shown.members[0]).toEqual({
      id: expect.stringMatching(/^mem_/),
      name: "Anna",
      email: expect.stringContaining("@people.example"),
      role: expect.any(String),
      joinedAt: expect.any(String),
    });
    expect(JSON.stringify(shown)).not.toContain("per_");
  });

  test("gates and invitations without their secrets; each link once, at its creation", async () => {
    const owner = await consoleUser("owner");
    const { id } = await createCounter(owner.organization);
    const gate = { name: "N\"<b>&'🚪", counterIds: [id], endsAt: null };
    const { url, ...record } = await owner.reply(`POST ${gates}`, {}, gate);
    expect(record).toMatchObject({ name: "N\"<b>&'🚪", revokedAt: null });
    expect(url).toMatch(/\/gate#org_\w{20}\.gat_\w{20}\.[\w-]{43}$/);
    const invitation = { email: "Kim@Example.com", role: "member" };
    const { url: link, ...view } = await owner.reply(`POST ${invitations}`, {}, invitation);
    expect(view.email).toBe("kim@example.com");
    expect(link).toMatch(/\/join#org_\w{20}\.inv_\w{20}\.[\w-]{43}$/);
    const lists = [
      await owner.reply(`GET ${gates}`, {}),
      await owner.reply(`GET ${invitations}`, {}),
    ];
    expect(lists).toEqual([{ gates: [record] }, { invitations: [view], sendsMail: true }]);
    const text = JSON.stringify([lists, await owner.auditLog()]);
    for (const secret of [url, link].map((address) => address.split(".").at(-1) ?? "")) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toContain("secretHash");
  });

  test("in the audit log who joined, who changed a role, and who left", async () => {
    const { owner, member: user } = await colleagues();
    const { id } = user.member;
    await owner.reply(setRole, { memberId: id }, { role: "admin" });
    await user.reply(remove, { memberId: id });
    const target = { kind: "member", id, name: "Anna" };
    const [asMember, asAdmin] = [{ role: "member" }, { role: "admin" }];
    expect(await owner.auditLog({ limit: 3 })).toMatchObject([
      { action: "member.leave", actor: { kind: "member", id }, target, before: asAdmin },
      {
        ...{ action: "member.set-role", actor: { kind: "member", id: owner.member.id } },
        ...{ target, before: asMember, after: asAdmin },
      },
      {
        ...{ action: "invitation.accept", target, before: null, after: asMember },
        actor: { kind: "person", id: user.signedIn.person.id },
      },
    ]);
  });
});

describe("a gate that cannot be made", () => {
  test.each([
    ["with an end in the past", { endsAt: "2020-01-01T00:00:00Z" }, 400],
    ["for a counter that does not exist", { counterIds: ["ctr_0123456789ABCDEFGHIJ"] }, 404],
    ["for text that is no counter's id", { counterIds: ["__proto__"] }, 404],
  ])("%s", async (_, change, status) => {
    const admin = await consoleUser();
    const { id } = await createCounter(admin.organization);
    await admin.refusal(status, `POST ${gates}`, {}, { name: "Gate", counterIds: [id], ...change });
  });

  test("for another organization's counter: as if it did not exist", async () => {
    const [owner, other] = [await consoleUser("owner"), await consoleUser("owner")];
    const foreign = await createCounter(other.organization);
    const refused = [foreign.id, "ctr_0123456789ABCDEFGHIJ"].map((counterId) =>
      owner.refusal(404, `POST ${gates}`, {}, { name: "Gate", counterIds: [counterId] }),
    );
    const [first, second] = await Promise.all(refused);
    expect(first).toEqual(second);
  });
});
