import * as z from "zod";
import type { Clock } from "../clock.ts";
import { lowerCaseEmail } from "../members/email.ts";
import { type InvitationKey, isInvitationId } from "../members/invitation.ts";
import type { MailStop } from "../members/mail-stop.ts";
import { isPersonId } from "../members/person.ts";
import { isOrganizationId } from "../organization-id.ts";

/**
 * Whom a mail is for: SES keeps it with the mail as tags, and names it in what it reports of the mail.
 * An invitation's recipient is nobody here yet.
 */
export type MailAbout = { person: string } | InvitationKey;

const Tag = z.tuple([z.string()]).optional();

/** "Contents of event data that Amazon SES publishes", of which everything else is left out. */
const MailEvent = z.object({
  detail: z.object({
    eventType: z.string(),
    bounce: z.object({ bounceType: z.string() }).optional(),
    mail: z.object({
      timestamp: z.iso.datetime(),
      // Each mail goes to one address; a bounce may name the one that it was forwarded to.
      destination: z.tuple([z.string().max(320)]),
      tags: z.object({ person: Tag, organizationId: Tag, invitationId: Tag }),
    }),
  }),
});

export interface MailEventPorts {
  /** False where the person has another address, or asked for mail again after `sentAt`. */
  stopPerson(personId: string, stop: MailStop, sentAt: string): Promise<boolean>;
  /** False where the invitation is gone, or was for another address. */
  failInvitation(
    key: InvitationKey,
    failure: Pick<MailStop, "address" | "reason">,
  ): Promise<boolean>;
  clock: Pick<Clock, "now">;
}

/** Stops mail to an address that an event of SES is about. An event that comes again changes nothing. */
export async function recordMailEvent(
  { stopPerson, failInvitation, clock }: MailEventPorts,
  event: unknown,
): Promise<{ result: "stopped" | "none" | "unknown" }> {
  const failure = mailFailureOf(event);
  if (failure === "unknown") return { result: "unknown" };
  if (failure === "passing") return { result: "none" };
  const { about, stop, sentAt } = failure;
  const isStopped =
    "person" in about
      ? await stopPerson(about.person, { ...stop, at: new Date(clock.now()).toISOString() }, sentAt)
      : await failInvitation(about, stop);
  return { result: isStopped ? "stopped" : "none" };
}

/** That an address takes no more mail, as far as one mail to it shows. */
interface MailFailure {
  about: MailAbout;
  stop: Pick<MailStop, "address" | "reason">;
  /** When that mail was sent. */
  sentAt: string;
}

/**
 * What an event of SES says of an address. `passing`: it says nothing that lasts; `unknown`: it is of
 * no mail of ours, or cannot be read.
 */
function mailFailureOf(event: unknown): MailFailure | "passing" | "unknown" {
  const parsed = MailEvent.safeParse(event);
  if (!parsed.success) return "unknown";
  const { eventType, bounce, mail } = parsed.data.detail;
  const about = aboutOf(mail.tags);
  if (about === undefined) return "unknown";
  const isBounce = eventType === "Bounce" && bounce?.bounceType === "Permanent";
  if (!isBounce && eventType !== "Complaint") return "passing";
  const reason = isBounce ? "bounce" : "complaint";
  const [address] = mail.destination;
  // Compared as text.
  const sentAt = new Date(mail.timestamp).toISOString();
  return { about, stop: { address: lowerCaseEmail(address), reason }, sentAt };
}

function aboutOf(tags: z.infer<typeof MailEvent>["detail"]["mail"]["tags"]): MailAbout | undefined {
  const [person = ""] = tags.person ?? [];
  if (isPersonId(person)) return { person };
  const [organizationId = ""] = tags.organizationId ?? [];
  const [invitationId = ""] = tags.invitationId ?? [];
  if (!isOrganizationId(organizationId) || !isInvitationId(invitationId)) return undefined;
  return { organizationId, invitationId };
}
