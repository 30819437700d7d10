import * as z from "zod";
import type { Clock } from "../clock.ts";
import type { Language } from "../languages.ts";
import {
  type Invitation,
  type InvitationKey,
  invitationState,
  invitationUrl,
} from "../members/invitation.ts";
import { invitationMessages } from "./invitation-messages.ts";
import type { Mail } from "./mail.ts";
import type { MailAbout, MailEventPorts } from "./mail-events.ts";
import { htmlOf, textOf } from "./mail-layout.ts";
import { oneLine, withoutLinks } from "./notice-parts.ts";
import { formatTime } from "./notice-text.ts";
import type { MailResult } from "./send-notices.ts";

/**
 * Has an invitation sent by mail. The secret of its link is stored nowhere but here, in the queue: one made by the
 * sender would end the link that the console has shown. A link alone lets nobody in, since the provider must
 * vouch for the address.
 */
export const InvitationMessage = z.object({
  organizationId: z.string(),
  invitationId: z.string(),
  secret: z.string(),
  /** The name of who invites. */
  inviter: z.string(),
});
export type InvitationMessage = z.infer<typeof InvitationMessage>;

interface InvitingOrganization {
  name: string;
  language: Language;
  timeZone: string;
}

export interface InvitationMailPorts {
  /** Undefined where the invitation or the organization is gone. */
  invitation(
    key: InvitationKey,
  ): Promise<{ invitation: Invitation; organization: InvitingOrganization } | undefined>;
  /** Lets only the caller send it until then; false where it was sent, another one sends, or it is gone. */
  claim(key: InvitationKey, nowMs: number, untilMs: number): Promise<boolean>;
  recordSent(key: InvitationKey, nowMs: number): Promise<void>;
  /** Has the console say that it cannot be sent. */
  failInvitation: MailEventPorts["failInvitation"];
  send(address: string, mail: Mail, about: MailAbout): Promise<MailResult>;
  clock: Pick<Clock, "now">;
  consoleUrl: string;
}

/** Shorter than the queue hides a message, so that the claim of one that failed is over when it comes again. */
const leaseMs = 90_000;

/**
 * Sends one invitation. It is claimed before it is sent, and recorded after: where the function ends
 * between both, it is sent once more. What is refused comes again with the queue's message, unless it always will be.
 */
export async function sendInvitation(
  ports: InvitationMailPorts,
  message: InvitationMessage,
): Promise<
  { result: "sent" | "none" | "busy" } | { result: "refused" | "failed"; reason: string }
> {
  const { organizationId, invitationId, secret, inviter } = message;
  const key = { organizationId, invitationId };
  const found = await ports.invitation(key);
  const nowMs = ports.clock.now();
  if (found === undefined || found.invitation.mailedAt !== undefined) return { result: "none" };
  const { invitation, organization } = found;
  if (invitationState(invitation, { secret }, nowMs) !== "open") return { result: "none" };
  if (!(await ports.claim(key, nowMs, nowMs + leaseMs))) return { result: "busy" };
  const url = invitationUrl(ports.consoleUrl, invitation, secret);
  const mail = invitationMail({ invitation, organization, inviter, url });
  const sent = await ports.send(invitation.email, mail, key);
  if (sent.result === "refused") {
    if (!sent.isFinal) return sent;
    await ports.failInvitation(key, { address: invitation.email, reason: "bounce" });
    return { result: "failed", reason: sent.reason };
  }
  await ports.recordSent(key, ports.clock.now());
  return { result: "sent" };
}

/** What is told to an address that has never signed in. */
export function invitationMail({
  invitation: { role, expiresAt },
  organization,
  inviter,
  url,
}: {
  invitation: Pick<Invitation, "role" | "expiresAt">;
  organization: InvitingOrganization;
  inviter: string;
  url: string;
}): Mail {
  const { language } = organization;
  const messages = invitationMessages[language];
  // Strangers get it, so whoever can name an organization could send them a link in its name.
  const [person = "", name = ""] = [inviter, organization.name].map(oneLine).map(withoutLinks);
  const subject = messages.title(name);
  const lines = [
    messages.invites(person, name, role),
    messages.until(formatTime(expiresAt, organization)),
  ];
  const closing = [messages.why(person)];
  const parts = [{ title: subject, lines, url }];
  return {
    subject,
    text: textOf(parts, closing),
    html: htmlOf(parts, { subject, closing, links: [], language, show: messages.accept }),
  };
}
