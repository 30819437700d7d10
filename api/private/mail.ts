import * as z from "zod";
import { MailStop } from "../../core/members/mail-stop.ts";
import { InvitationToken, InvitationView } from "./members.ts";
import type { Routes } from "./route.ts";

/** Where the signed-in person gets mail, and whether it is stopped. */
export const OwnMail = z.object({
  address: z.string().nullable(),
  stopped: MailStop.pick({ reason: true, at: true }).nullable(),
  /** The latest test mail that was sent, and why it was refused. */
  tested: z.object({ askedAt: z.iso.datetime(), refusal: z.string().nullable() }).nullable(),
});
export type OwnMail = z.infer<typeof OwnMail>;

/** Mail that people ask for. */
export const mailRoutes = {
  "POST /api/organization/{organizationId}/invitations/{invitationId}/mail": {
    access: "manage_members",
    body: InvitationToken,
    reply: InvitationView,
  },
  "GET /api/organization/mail": { access: "person", reply: OwnMail },
  // What became of it is known a moment later.
  "POST /api/organization/{organizationId}/notifications/test": {
    access: "choose_notifications",
    reply: z.object({ askedAt: z.iso.datetime() }),
  },
  // What stopped it ends a moment later.
  "POST /api/organization/mail/resume": { access: "person", reply: OwnMail },
} satisfies Routes;
