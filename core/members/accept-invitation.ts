import type { Actor } from "../audit/audit-entry.ts";
import { displayable } from "../display-name.ts";
import { isSameEmail } from "./email.ts";
import { type Invitation, invitationState, parseInvitationToken } from "./invitation.ts";
import { isMemberId, type Member, maximumMembers, newMemberId } from "./member.ts";
import {
  type PeopleDecision,
  type PeoplePorts,
  type PeopleRecord,
  peopleEntry,
} from "./organization-people.ts";
import { maximumOrganizations, type Person } from "./person.ts";
import { actionOnRoles, higherRole, may, type Role } from "./role.ts";

export type Acceptance =
  | { result: "accepted"; member: Member }
  /** The provider names another address, or does not vouch for the one that was invited. */
  | { result: "wrong_email" | "unverified_email"; email: string }
  | { result: "expired" | "used" | "unknown" }
  /** Who invited is no member any longer, or may no longer invite a person to this role. */
  | { result: "inviter_may_not" }
  | { result: "member_limit_reached" | "organization_limit_reached" };

/**
 * Makes a person a member, once. Who is a member already keeps what they are and gets the higher of
 * the two roles: to accept something never takes a right away.
 */
export async function acceptInvitation(
  ports: PeoplePorts,
  { token, personId }: { token: string; personId: string },
): Promise<Acceptance> {
  const { people, clock, randomBase62 } = ports;
  const parsed = parseInvitationToken(token);
  if (parsed === undefined) return { result: "unknown" };
  const { organizationId, id } = parsed;
  const invitation = await people.invitation({ organizationId, invitationId: id });
  // Text that opens nothing must not cost a reading of all members.
  const state = invitationState(invitation, parsed, clock.now());
  if (state !== "open") return { result: state };
  const memberId = newMemberId(randomBase62);
  const accepting = await people.change<Acceptance>({ organizationId, personId }, (record) => {
    const { members, person } = record;
    const nowMs = clock.now();
    const present = record.invitations.find((other) => other.id === id);
    const state = invitationState(present, parsed, nowMs);
    if (state !== "open") return { result: { result: state } };
    if (present === undefined || person === undefined) return { result: { result: "unknown" } };
    if (!inviterMay(record, present)) return { result: { result: "inviter_may_not" } };
    const refused = emailRefusal(present, person);
    if (refused !== undefined) return { result: refused };
    const before = members.find((member) => member.personId === personId);
    if (before === undefined && members.length >= maximumMembers) {
      return { result: { result: "member_limit_reached" } };
    }
    if (before === undefined && person.organizationIds.size >= maximumOrganizations) {
      return { result: { result: "organization_limit_reached" } };
    }
    const usedAt = new Date(nowMs).toISOString();
    const after = memberAfter(before, { invitation: present, person, memberId, joinedAt: usedAt });
    return accepted(ports, { before, after, used: { ...present, usedAt }, person });
  });
  return accepting ?? { result: "unknown" };
}

/** Otherwise a person who is removed could come back by an invitation from before. */
function inviterMay({ members }: PeopleRecord, { createdBy, role }: Invitation): boolean {
  if (!isMemberId(createdBy)) return true;
  const inviter = members.find(({ id }) => id === createdBy);
  return inviter !== undefined && may(inviter.role, actionOnRoles(role));
}

function emailRefusal(
  { email }: Invitation,
  person: Person,
): Extract<Acceptance, { email: string }> | undefined {
  if (!isSameEmail(email, person.email)) return { result: "wrong_email", email };
  return person.emailVerified ? undefined : { result: "unverified_email", email };
}

function memberAfter(
  before: Member | undefined,
  joining: { invitation: Invitation; person: Person; memberId: string; joinedAt: string },
): Member {
  const { invitation, person, memberId, joinedAt } = joining;
  const { organizationId, email, role } = invitation;
  if (before !== undefined) return { ...before, role: higherRole(before.role, role) };
  const name = displayable(person.name ?? "");
  return { id: memberId, organizationId, personId: person.id, role, email, name, joinedAt };
}

function accepted(
  ports: PeoplePorts,
  change: { before: Member | undefined; after: Member; used: Invitation; person: Person },
): PeopleDecision<Acceptance> {
  const { before, after, used, person } = change;
  const actor: Actor = { kind: "person", id: person.id, name: after.name ?? after.email };
  const entry = peopleEntry(ports, {
    organizationId: after.organizationId,
    actor,
    action: "invitation.accept",
    target: { kind: "member", id: after.id, name: after.name ?? after.email },
    before: before === undefined ? null : roleOf(before),
    after: { ...roleOf(after), email: used.email, invitationId: used.id },
  });
  return {
    result: { result: "accepted", member: after },
    write: { member: { before, after }, invitations: { put: used }, entry },
  };
}

function roleOf({ role }: { role: Role }) {
  return { role };
}
