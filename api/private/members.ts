import * as z from "zod";
import { Email } from "../../core/members/email.ts";
import { MailStop } from "../../core/members/mail-stop.ts";
import { Member } from "../../core/members/member.ts";
import { roles } from "../../core/members/role.ts";
import { ofForm } from "./form-id.ts";
import type { Routes } from "./route.ts";

// Without the stored invitation's schema, which hashes with Node: the console's form checks with
// NewInvitation.

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

export const MemberChange = z.object({ role: z.enum(roles) });
export type MemberChange = z.infer<typeof MemberChange>;

export const NewInvitation = z.object({ email: Email, role: z.enum(roles) });
export type NewInvitation = z.infer<typeof NewInvitation>;

/** Without the hash of the link's secret. */
export const InvitationView = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(roles),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Absent where it was not sent by mail. */
  mailedAt: z.iso.datetime().exactOptional(),
  /** Why that mail did not reach its reader, or was not wanted. */
  mailFailed: MailStop.shape.reason.exactOptional(),
});
export type InvitationView = z.infer<typeof InvitationView>;

/** Those that can be accepted, oldest first. */
export const InvitationList = z.object({
  invitations: z.array(InvitationView),
  /** Whether the service can send them by mail. */
  sendsMail: z.boolean(),
});
export type InvitationList = z.infer<typeof InvitationList>;

/** A new invitation with its link, which is shown once. */
export const CreatedInvitation = InvitationView.extend({ url: z.string() });
export type CreatedInvitation = z.infer<typeof CreatedInvitation>;

/** The fragment of an invitation link, after the #. */
export const InvitationToken = z.object({ token: z.string().max(200) });

/** What a person with the link sees before they accept it. */
export const OpenInvitation = InvitationView.pick({
  email: true,
  role: true,
  expiresAt: true,
}).extend({ organizationName: z.string() });
export type OpenInvitation = z.infer<typeof OpenInvitation>;

export const AcceptedInvitation = z.object({ organizationId: z.string(), memberId: z.string() });
export type AcceptedInvitation = z.infer<typeof AcceptedInvitation>;

/** Members and invitations of an organization. */
export const memberRoutes = {
  "GET /api/organization/{organizationId}/members": { access: "see_members", reply: MemberList },
  "PATCH /api/organization/{organizationId}/members/{memberId}": {
    access: "manage_members",
    body: MemberChange,
    reply: MemberView,
  },
  // To remove oneself is to leave, which everybody may.
  "DELETE /api/organization/{organizationId}/members/{memberId}": {
    access: "leave",
    reply: MemberView,
  },
  "GET /api/organization/{organizationId}/invitations": {
    access: "see_members",
    reply: InvitationList,
  },
  "POST /api/organization/{organizationId}/invitations": {
    access: "manage_members",
    body: ofForm(NewInvitation),
    reply: CreatedInvitation,
  },
  "DELETE /api/organization/{organizationId}/invitations/{invitationId}": {
    access: "manage_members",
    reply: InvitationView,
  },
} satisfies Routes;

/** For a person with an invitation's link, who is in no organization yet. */
export const joinRoutes = {
  // Without a session: the page says who invites before it asks to sign in.
  "POST /api/organization/join/look": {
    access: "anyone",
    body: InvitationToken,
    reply: OpenInvitation,
  },
  "POST /api/organization/join/accept": {
    access: "person",
    body: InvitationToken,
    reply: AcceptedInvitation,
  },
} satisfies Routes;
