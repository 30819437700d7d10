import * as z from "zod";
import { AuditEntry } from "../audit/audit-entry.ts";
import { isActionFilter, isAuditKey, maximumAuditPage } from "../audit/audit-log.ts";
import { Gate } from "../gates/gate.ts";
import { Invitation } from "../members/invitation.ts";
import { Member } from "../members/member.ts";
import { Organization } from "../organizations/organization.ts";

/** What its owners and admins see of an organization. */
export const OrganizationView = Organization.pick({
  id: true,
  name: true,
  plan: true,
  timeZone: true,
  createdAt: true,
});
export type OrganizationView = z.infer<typeof OrganizationView>;

export const MemberView = Member.pick({
  id: true,
  name: true,
  email: true,
  role: true,
  joinedAt: true,
});
export type MemberView = z.infer<typeof MemberView>;

/** Sorted by name. */
export const MemberList = z.object({ members: z.array(MemberView) });
export type MemberList = z.infer<typeof MemberList>;

export const InvitationView = Invitation.pick({
  id: true,
  email: true,
  role: true,
  createdAt: true,
  expiresAt: true,
});
export type InvitationView = z.infer<typeof InvitationView>;

/** Those that can be accepted, oldest first. */
export const InvitationList = z.object({ invitations: z.array(InvitationView) });
export type InvitationList = z.infer<typeof InvitationList>;

/** A new invitation with its link, which is shown once. */
export const CreatedInvitation = InvitationView.extend({ url: z.string() });
export type CreatedInvitation = z.infer<typeof CreatedInvitation>;

/** The fragment of an invitation link, after the #. */
export const InvitationToken = z.object({ token: z.string().max(200) });

/** What somebody with the link sees before they accept it. */
export const OpenInvitation = Invitation.pick({
  email: true,
  role: true,
  expiresAt: true,
}).extend({ organizationName: z.string() });
export type OpenInvitation = z.infer<typeof OpenInvitation>;

export const AcceptedInvitation = z.object({ organizationId: z.string(), memberId: z.string() });
export type AcceptedInvitation = z.infer<typeof AcceptedInvitation>;

export const GateRecord = Gate.pick({
  id: true,
  name: true,
  counterIds: true,
  createdAt: true,
  endsAt: true,
  revokedAt: true,
});
export type GateRecord = z.infer<typeof GateRecord>;

/** Oldest first, revoked ones among them. */
export const GateList = z.object({ gates: z.array(GateRecord) });
export type GateList = z.infer<typeof GateList>;

/** A new gate with its link, which is shown once. */
export const CreatedGate = GateRecord.extend({ url: z.string() });
export type CreatedGate = z.infer<typeof CreatedGate>;

export const AuditEntryView = AuditEntry.omit({ organizationId: true, key: true });
export type AuditEntryView = z.infer<typeof AuditEntryView>;

/** Newest first. `next`, as the query parameter `from`, returns the next page; null on the last. */
export const AuditPageView = z.object({
  entries: z.array(AuditEntryView),
  next: z.string().nullable(),
});
export type AuditPageView = z.infer<typeof AuditPageView>;

/** The query of GET …/audit. */
export const AuditQueryParameters = z.object({
  since: z.iso.datetime().max(40).optional(),
  until: z.iso.datetime().max(40).optional(),
  /** A member's id, or `operator` for all operators. */
  actor: z.string().max(50).optional(),
  /** Such as `key.create`, or the noun alone. */
  action: z.string().refine(isActionFilter, "must be a noun, or noun.verb").optional(),
  from: z.string().refine(isAuditKey, "must be `next` of the page before").optional(),
  limit: z.coerce.number().int().min(1).max(maximumAuditPage).default(50),
});
