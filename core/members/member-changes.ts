import { sortByName } from "../list-order.ts";
import { type NoSuchOrganization, readIfOrganizationExists } from "../organization-id.ts";
import { actorBy, type ChangedBy } from "./changed-by.ts";
import type { Member } from "./member.ts";
import {
  changePeople,
  mayNow,
  type PeoplePorts,
  type PeopleRecord,
  peopleEntry,
} from "./organization-people.ts";
import { actionOnRoles, type Role } from "./role.ts";

export interface MemberKey {
  organizationId: string;
  memberId: string;
}

/** `last_owner`: an organization that has an owner keeps one. */
export type MemberRefusal = { result: "no_such_member" | "last_owner" | "forbidden" };

/** The members of an organization, sorted by name. */
export async function listMembers(
  ports: Pick<PeoplePorts, "organizationName" | "people">,
  organizationId: string,
): Promise<{ result: "listed"; members: Member[] } | NoSuchOrganization> {
  const list = () => ports.people.members(organizationId);
  const members = await readIfOrganizationExists(ports, organizationId, list);
  if (members === undefined) return { result: "no_such_organization" };
  const named = members.map((member) => ({
    id: member.id,
    name: member.name ?? member.email ?? "",
    member,
  }));
  return { result: "listed", members: sortByName(named).map(({ member }) => member) };
}

/** Changes what a member is; it holds from their next request on. `memberId` may be any text. */
export async function setRole(
  ports: PeoplePorts,
  { organizationId, memberId, role }: MemberKey & { role: Role },
  by: ChangedBy,
): Promise<{ result: "changed"; member: Member } | MemberRefusal | NoSuchOrganization> {
  return await changePeople<{ result: "changed"; member: Member } | MemberRefusal>(
    ports,
    organizationId,
    (record) => {
      const found = findMember(record, by, { memberId, roleAfter: role });
      if (found.result !== "found") return { result: found };
      const before = found.member;
      const after = { ...before, role };
      if (before.role === role) return { result: { result: "changed", member: before } };
      const entry = peopleEntry(ports, {
        organizationId,
        actor: actorBy(by),
        action: "member.set-role",
        target: targetOf(before),
        before: { role: before.role },
        after: { role },
      });
      return {
        result: { result: "changed", member: after },
        write: { member: { before, after }, entry },
      };
    },
  );
}

/** Ends a membership, that of the actor or of another member: the member's next request is refused. */
export async function removeMember(
  ports: PeoplePorts,
  { organizationId, memberId }: MemberKey,
  by: ChangedBy,
): Promise<{ result: "removed"; member: Member } | MemberRefusal | NoSuchOrganization> {
  return await changePeople<{ result: "removed"; member: Member } | MemberRefusal>(
    ports,
    organizationId,
    (record) => {
      const found = findMember(record, by, { memberId });
      if (found.result !== "found") return { result: found };
      const { member } = found;
      const entry = peopleEntry(ports, {
        organizationId,
        actor: actorBy(by),
        action: isOneself(by, memberId) ? "member.leave" : "member.remove",
        target: targetOf(member),
        before: { role: member.role, email: member.email },
        after: null,
      });
      return {
        result: { result: "removed", member },
        write: { member: { before: member, after: undefined }, entry },
      };
    },
  );
}

/** A member who is to get another role or, without one, to go. */
function findMember(
  record: PeopleRecord,
  by: ChangedBy,
  { memberId, roleAfter }: { memberId: string; roleAfter?: Role },
): { result: "found"; member: Member } | MemberRefusal {
  const leaves = roleAfter === undefined && isOneself(by, memberId);
  // Who may not manage members learns nothing about ids.
  if (!mayNow(record, by, leaves ? "leave" : "manage_members")) return { result: "forbidden" };
  const member = record.members.find(({ id }) => id === memberId);
  if (member === undefined) return { result: "no_such_member" };
  const action = leaves ? "leave" : actionOnRoles(member.role, roleAfter ?? member.role);
  if (!mayNow(record, by, action)) return { result: "forbidden" };
  const owners = record.members.filter(({ role }) => role === "owner").length;
  const isLastOwner = member.role === "owner" && roleAfter !== "owner" && owners === 1;
  return isLastOwner ? { result: "last_owner" } : { result: "found", member };
}

function isOneself(by: ChangedBy, memberId: string): boolean {
  return by.kind === "member" && by.member.id === memberId;
}

function targetOf(member: Member) {
  return { kind: "member", id: member.id, name: member.name ?? member.email };
}
