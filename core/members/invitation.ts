import { hash } from "node:crypto";
import * as z from "zod";
import type { CreationContext } from "../clock.ts";
import { formatLinkToken, type LinkToken, parseLinkToken } from "../link-token.ts";
import { isSameHash } from "../secret.ts";
import { MailStop } from "./mail-stop.ts";
import { type Role, roles } from "./role.ts";

/** A link with which the owner of an e-mail address joins an organization, once. */
export const Invitation = z.object({
  id: z.string(),
  organizationId: z.string(),
  /** SHA-256 of the link's secret, hex. */
  secretHash: z.string(),
  /** In lower case; the identity provider must vouch for it. */
  email: z.string(),
  role: z.enum(roles),
  createdAt: z.iso.datetime(),
  /** Id of the member who invited, or `operator`. */
  createdBy: z.string(),
  expiresAt: z.iso.datetime(),
  /** Set when a person accepted it: who opens the link again is told so until it expires. */
  usedAt: z.iso.datetime().nullable(),
  /** When it was sent by mail; absent where it was not. */
  mailedAt: z.iso.datetime().exactOptional(),
  /** Why that mail did not reach its reader, or was not wanted. */
  mailFailed: MailStop.shape.reason.exactOptional(),
});
export type Invitation = z.infer<typeof Invitation>;

export interface InvitationKey {
  organizationId: string;
  invitationId: string;
}

export const maximumOpenInvitations = 200;

const openMs = 7 * 86_400_000;

export interface InvitationSetup {
  organizationId: string;
  email: string;
  role: Role;
}

export function newInvitation(
  setup: InvitationSetup & { createdBy: string; secret: string },
  { nowMs, randomBase62 }: CreationContext,
): Invitation {
  const { secret, ...own } = setup;
  return {
    ...own,
    id: `inv_${randomBase62(20)}`,
    secretHash: hash("sha256", secret, "hex"),
    createdAt: new Date(nowMs).toISOString(),
    expiresAt: new Date(nowMs + openMs).toISOString(),
    usedAt: null,
  };
}

/** The link of an invitation. Its secret is in no request for the page: it stands behind #. */
export function invitationUrl(
  consoleUrl: string,
  { organizationId, id }: Invitation,
  secret: string,
): string {
  return `${consoleUrl}/join#${formatLinkToken({ organizationId, id, secret })}`;
}

/** False for text that cannot be an invitation's id and need not be looked up. */
export function isInvitationId(text: string): boolean {
  return /^inv_[0-9A-Za-z]{20}$/.test(text);
}

/** What a link says before anything is looked up; undefined for text that cannot be a token. */
export function parseInvitationToken(token: string): LinkToken | undefined {
  return parseLinkToken(token, isInvitationId);
}

export type InvitationState = "open" | "expired" | "used" | "unknown";

/**
 * What a link's invitation is now. `unknown` is the same for one that does not exist or was revoked,
 * and for a wrong secret.
 */
export function invitationState(
  invitation: Invitation | undefined,
  { secret }: Pick<LinkToken, "secret">,
  nowMs: number,
): InvitationState {
  if (invitation === undefined) return "unknown";
  if (!isSameHash(invitation.secretHash, hash("sha256", secret, "hex"))) return "unknown";
  if (invitation.usedAt !== null) return "used";
  return isOpen(invitation, nowMs) ? "open" : "expired";
}

/** Whether the invitation can still be accepted. */
export function isOpen({ usedAt, expiresAt }: Invitation, nowMs: number): boolean {
  return usedAt === null && nowMs < Date.parse(expiresAt);
}
