import { describe, expect, test } from "vitest";
import type { ChangedBy } from "../../../core/members/changed-by.ts";
import type { Member } from "../../../core/members/member.ts";
import { listMembers, removeMember, setRole } from "../../../core/members/member-changes.ts";
import { roles } from "../../../core/members/role.ts";
import { memoryPeople, organizationId } from "./memory-people.ts";

const operator: ChangedBy = {
  kind: "operator",
  actor: { kind: "operator", id: null, name: "anna" },
};
const unknown = "mem_0123456789ABCDEFGHIJ";

function as(member: Member): ChangedBy {
  return { kind: "member", member };
}

describe("who may change and remove whom", () => {
  const pairs = roles.flatMap((by) => roles.map((role) => [by, role] as const));

  test.each(pairs)("%s removes another %s", async (by, role) => {
    const world = memoryPeople();
    const [actor, target] = [world.member(by), world.member(role)];
    world.member("owner");
    const allowed = by === "owner" || (by === "admin" && role !== "owner");
    const key = { organizationId, memberId: target.id };
    const { result } = await removeMember(world.ports, key, as(actor));
    expect(result).toBe(allowed ? "removed" : "forbidden");
    expect(world.members.has(target.id)).toBe(!allowed);
    expect(world.entries.length).toBe(Number(allowed));
  });

  const changes = pairs.flatMap(([by, role]) => roles.map((after) => [by, role, after] as const));

  test.each(changes)("%s makes a %s %s", async (by, role, after) => {
    const world = memoryPeople();
    const [actor, target] = [world.member(by), world.member(role)];
    world.member("owner");
    const concernsOwner = [role, after].includes("owner");
    const allowed = by === "owner" || (by === "admin" && !concernsOwner);
    const change = { organizationId, memberId: target.id, role: after };
    const { result } = await setRole(world.ports, change, as(actor));
    expect(result).toBe(allowed ? "changed" : "forbidden");
    expect(world.members.get(target.id)?.role).toBe(allowed ? after : role);
    // What changes nothing leaves no trace.
    expect(world.entries.length).toBe(Number(allowed && role !== after));
  });

  test.each(roles)("everybody can leave: %s", async (role) => {
    const world = memoryPeople();
    const member = world.member(role);
    world.member("owner");
    const key = { organizationId, memberId: member.id };
    expect(await removeMember(world.ports, key, as(member))).toEqual({ result: "removed", member });
    expect(world.entries[0]).toMatchObject({ action: "member.leave", after: null });
  });

  test.each(["admin", "member"] as const)("%s cannot raise their own role", async (role) => {
    const world = memoryPeople();
    const member = world.member(role);
    world.member("owner");
    const change = { organizationId, memberId: member.id, role: "owner" as const };
    expect(await setRole(world.ports, change, as(member))).toEqual({ result: "forbidden" });
  });

  test("an id that does not exist is said to those alone who may manage members", async () => {
    const world = memoryPeople();
    const key = { organizationId, memberId: unknown };
    const results = await Promise.all(
      roles.map(async (role) => {
        const { result } = await removeMember(world.ports, key, as(world.member(role)));
        return result;
      }),
    );
    expect(results).toEqual(["no_such_member", "no_such_member", "forbidden"]);
  });

  test.each(["", "__proto__", "\ud800", "x".repeat(10_000)])(
    "%j is no member",
    async (memberId) => {
      const world = memoryPeople();
      world.member("owner");
      const key = { organizationId, memberId };
      expect(await removeMember(world.ports, key, operator)).toEqual({ result: "no_such_member" });
    },
  );
});

describe("the last owner", () => {
  test("stays, whoever asks", async () => {
    const world = memoryPeople();
    const owner = world.member("owner");
    world.member("admin");
    const key = { organizationId, memberId: owner.id };
    for (const by of [operator, as(owner)]) {
      expect(await removeMember(world.ports, key, by)).toEqual({ result: "last_owner" });
      for (const role of ["admin", "member"] as const) {
        const demoted = await setRole(world.ports, { ...key, role }, by);
        expect(demoted).toEqual({ result: "last_owner" });
      }
      const kept = await setRole(world.ports, { ...key, role: "owner" }, by);
      expect(kept).toEqual({ result: "changed", member: owner });
    }
    expect(world.entries).toEqual([]);
  });

  test("can go once there is another", async () => {
    const world = memoryPeople();
    const [owner, admin] = [world.member("owner"), world.member("admin")];
    const promotion = { organizationId, memberId: admin.id, role: "owner" as const };
    await setRole(world.ports, promotion, as(owner));
    const key = { organizationId, memberId: owner.id };
    expect(await removeMember(world.ports, key, as(owner))).toMatchObject({ result: "removed" });
  });
});

test("members are listed by name, those without one by their address", async () => {
  const world = memoryPeople();
  for (const [name, email] of [
    ["Zoë", "z@example.com"],
    [null, "m@example.com"],
    ["Anna", null],
  ] as const) {
    const member = world.member("member");
    world.members.set(member.id, { ...member, name, email });
  }
  const listing = await listMembers(world.ports, organizationId);
  const members = listing.result === "listed" ? listing.members : [];
  expect(members.map(({ name, email }) => name ?? email)).toEqual(["Anna", "m@example.com", "Zoë"]);
});

test("an organization that does not exist has no members to change", async () => {
  const { ports } = memoryPeople();
  const key = { organizationId: "org_x", memberId: unknown };
  const none = { result: "no_such_organization" };
  expect(await listMembers(ports, "org_x")).toEqual(none);
  expect(await removeMember(ports, key, operator)).toEqual(none);
  expect(await setRole(ports, { ...key, role: "admin" }, operator)).toEqual(none);
});
