import type { AuditEntry } from "../audit/audit-entry.ts";
import type { Gate } from "../gates/gate.ts";
import type { Invitation } from "../members/invitation.ts";
import type { Member } from "../members/member.ts";
import type { AuditEntryView, GateRecord, InvitationView, MemberView } from "./organization.ts";

// What may be seen of what is stored: field by field, so that a new field is not shown by itself.

export function memberView({ id, name, email, role, joinedAt }: Member): MemberView {
  return { id, name, email, role, joinedAt };
}

/** Without the hash of the secret. */
export function invitationView(invitation: Invitation): InvitationView {
  const { id, email, role, createdAt, expiresAt } = invitation;
  return { id, email, role, createdAt, expiresAt };
}

/** Without the hash of the secret. */
export function gateRecord(gate: Gate): GateRecord {
  const { id, name, counterIds, createdAt, endsAt, revokedAt } = gate;
  return { id, name, counterIds, createdAt, endsAt, revokedAt };
}

/** Members see that an operator changed something, and not who that is. */
export function auditEntryView(entry: AuditEntry): AuditEntryView {
  const { at, action, target, before, after } = entry;
  const isOperator = entry.actor.kind === "operator";
  const actor = isOperator ? { kind: entry.actor.kind, id: null, name: null } : entry.actor;
  return { at, actor, action, target, before, after };
}
