import type { Invitation } from "../../../core/members/invitation.ts";
import type { Member } from "../../../core/members/member.ts";

// What is printed of what is stored: field by field, so that a new field is not printed by itself.

export function memberView({ id, name, email, role, joinedAt }: Member) {
  return { id, name, email, role, joinedAt };
}

/** Without the hash of the secret. */
export function invitationView(invitation: Invitation) {
  const { id, email, role, createdAt, expiresAt } = invitation;
  return { id, email, role, createdAt, expiresAt };
}
