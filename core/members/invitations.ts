import { allInOrder } from "../all-in-order.ts";
import { creatorOf } from "../audit/audit-entry.ts";
import { sortByAge } from "../list-order.ts";
import { type NoSuchOrganization, readIfOrganizationExists } from "../organization-id.ts";
import { actorBy, type ChangedBy } from "./changed-by.ts";
import {
  type Invitation,
  type InvitationKey,
  type InvitationSetup,
  invitationState,
  invitationUrl,
  isInvitationId,
  isOpen,
  maximumOpenInvitations,
  newInvitation,
  parseInvitationToken,
} from "./invitation.ts";
import { maximumMembers } from "./member.ts";
import { changePeople, mayNow, type PeoplePorts, peopleEntry } from "./organization-people.ts";
import { actionOnRoles } from "./role.ts";

export type InvitationCreation =
  /** The URL holds the secret, which is stored nowhere: show it, once. */
  | {
      result: "created";
      isNew: boolean;
      invitation: Invitation;
      url: string;
      replaced: boolean;
    }
  /** An invitation with the preset id exists, for `email`, or existed earlier. */
  | { result: "created_already"; email: string | undefined }
  | { result: "limit_reached" | "member_limit_reached" | "forbidden" }
  | NoSuchOrganization;

/**
 * Invites a person by an e-mail address; an open invitation of the same address ends with it. With
 * `preset`, a call that is repeated finds its invitation, with `isNew` false.
 */
export async function invite(
  ports: PeoplePorts,
  setup: InvitationSetup & { preset?: { id: string; secret: string } },
  by: ChangedBy,
): Promise<InvitationCreation> {
  const { clock, randomBase62 } = ports;
  const { organizationId, email, role, preset } = setup;
  const secret = preset?.secret ?? ports.randomSecret();
  const actor = actorBy(by);
  const nowMs = clock.now();
  const own = { organizationId, email, role, createdBy: creatorOf(actor), secret };
  const made = newInvitation(own, { nowMs, randomBase62 });
  const invitation = preset === undefined ? made : { ...made, id: preset.id };
  const url = invitationUrl(ports.consoleUrl, invitation, secret);
  return await changePeople<InvitationCreation>(ports, organizationId, (record) => {
    const open = record.invitations.filter((other) => isOpen(other, nowMs));
    const remove = open.filter((other) => other.email === email);
    const action = actionOnRoles(role, ...remove.map((other) => other.role));
    if (!mayNow(record, by, action)) return { result: { result: "forbidden" } };
    const earlier = record.invitations.find(({ id }) => id === invitation.id);
    if (earlier !== undefined) {
      const { secretHash } = invitation;
      const isSame = open.includes(earlier) && earlier.secretHash === secretHash;
      if (!isSame || earlier.email !== email || earlier.role !== role) {
        return { result: { result: "created_already", email: earlier.email } };
      }
      const found = { isNew: false, invitation: earlier, url, replaced: false };
      return { result: { result: "created", ...found } };
    }
    if (open.length - remove.length >= maximumOpenInvitations) {
      return { result: { result: "limit_reached" } };
    }
    if (record.members.length >= maximumMembers) {
      return { result: { result: "member_limit_reached" } };
    }
    const [before = null] = remove;
    const entry = peopleEntry(ports, {
      organizationId,
      actor,
      action: "member.invite",
      target: targetOf(invitation),
      before: before && { role: before.role, expiresAt: before.expiresAt },
      after: { role, expiresAt: invitation.expiresAt },
    });
    return {
      result: { result: "created", isNew: true, invitation, url, replaced: before !== null },
      write: { invitations: { put: invitation, remove }, entry },
      ...(by.kind === "member" && {
        newId: {
          id: invitation.id,
          otherwise: { result: "created_already", email: undefined },
        },
      }),
    };
  });
}

/** The invitations of an organization that can be accepted, oldest first. */
export async function listInvitations(
  ports: PeoplePorts,
  organizationId: string,
): Promise<{ result: "listed"; invitations: Invitation[] } | NoSuchOrganization> {
  const nowMs = ports.clock.now();
  const list = () => ports.people.invitations(organizationId);
  const all = await readIfOrganizationExists(ports, organizationId, list);
  if (all === undefined) return { result: "no_such_organization" };
  const open = all.filter((invitation) => isOpen(invitation, nowMs));
  return { result: "listed", invitations: sortByAge(open) };
}

export type InvitationRevocation =
  | { result: "revoked"; invitation: Invitation }
  | { result: "no_such_invitation" | "forbidden" };

/** Ends an open invitation: its link opens nothing. `invitationId` may be any text. */
export async function revokeInvitation(
  ports: PeoplePorts,
  { organizationId, invitationId }: InvitationKey,
  by: ChangedBy,
): Promise<InvitationRevocation | NoSuchOrganization> {
  const nowMs = ports.clock.now();
  return await changePeople<InvitationRevocation>(ports, organizationId, (record) => {
    if (!mayNow(record, by, "manage_members")) return { result: { result: "forbidden" } };
    const invitation = record.invitations.find(({ id }) => id === invitationId);
    if (!isInvitationId(invitationId) || invitation === undefined || !isOpen(invitation, nowMs)) {
      return { result: { result: "no_such_invitation" } };
    }
    if (!mayNow(record, by, actionOnRoles(invitation.role))) {
      return { result: { result: "forbidden" } };
    }
    const entry = peopleEntry(ports, {
      organizationId,
      actor: actorBy(by),
      action: "invitation.revoke",
      target: targetOf(invitation),
      before: { role: invitation.role, expiresAt: invitation.expiresAt },
      after: null,
    });
    return {
      result: { result: "revoked", invitation },
      write: { invitations: { remove: [invitation] }, entry },
    };
  });
}

/** What a person with a link sees of its invitation; `token` may be any text. */
export async function lookAtInvitation(
  ports: Pick<PeoplePorts, "organizationName" | "people" | "clock">,
  token: string,
): Promise<
  | { result: "open"; invitation: Invitation; organizationName: string }
  | { result: "expired" | "used" | "unknown" }
> {
  const parsed = parseInvitationToken(token);
  if (parsed === undefined) return { result: "unknown" };
  const { organizationId, id: invitationId } = parsed;
  const [invitation, organizationName] = await allInOrder([
    ports.people.invitation({ organizationId, invitationId }),
    ports.organizationName(organizationId),
  ]);
  const result = invitationState(invitation, parsed, ports.clock.now());
  if (result !== "open") return { result };
  if (invitation === undefined || organizationName === undefined) return { result: "unknown" };
  return { result, invitation, organizationName };
}

function targetOf({ id, email }: Invitation) {
  return { kind: "invitation", id, name: email };
}
