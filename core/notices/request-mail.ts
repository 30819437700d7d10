import { derivedDigits } from "../derived-id.ts";
import { type Invitation, invitationState, parseInvitationToken } from "../members/invitation.ts";
import { mailStopOf } from "../members/mail-stop.ts";
import type { Member } from "../members/member.ts";
import type { OrganizationPeople } from "../members/organization-people.ts";
import type { Person } from "../members/person.ts";
import { actionOnRoles, may } from "../members/role.ts";
import type { DailyLimit, RateLimits } from "../rate-limits.ts";
import type { InvitationMessage } from "./invitation-mail.ts";
import type { ResumptionMessage } from "./resume-mail.ts";
import { vouchedAddress } from "./send-notices.ts";
import type { TestMailMessage } from "./test-mail.ts";

/** What people ask to be sent; nobody can have others sent more than this. */
export const addressMails: DailyLimit = { what: "address_mails", perDay: 3 };
export const organizationMails: DailyLimit = { what: "organization_mails", perDay: 50 };
const mailResumptions: DailyLimit = { what: "mail_resumptions", perDay: 3 };

interface Limited {
  result: "limited";
  limit: DailyLimit;
  resetSeconds: number;
}

export interface RequestingPorts {
  people: Pick<OrganizationPeople, "invitation">;
  rateLimits: RateLimits;
  clock: { now(): number };
  /** The most mails of all organizations in a day. */
  mailsPerDay: number;
  queueInvitation(message: InvitationMessage): Promise<void>;
  queueTestMail(message: TestMailMessage): Promise<void>;
  queueResumption(message: ResumptionMessage): Promise<void>;
}

export type MailRequest =
  | { result: "queued"; invitation: Invitation }
  /** Not open, or not the one that the token opens. */
  | { result: "no_such_invitation" | "mailed_already" | "forbidden" }
  | Limited;

/** Has an open invitation sent to its address; `token` is the fragment of its link, and may be any text. */
export async function requestInvitationMail(
  ports: RequestingPorts,
  { invitationId, token }: { invitationId: string; token: string },
  by: Member,
): Promise<MailRequest> {
  const { organizationId } = by;
  const parsed = parseInvitationToken(token);
  if (parsed?.organizationId !== organizationId || parsed.id !== invitationId) {
    return { result: "no_such_invitation" };
  }
  const invitation = await ports.people.invitation({ organizationId, invitationId });
  const state = invitationState(invitation, parsed, ports.clock.now());
  if (invitation === undefined || state !== "open") return { result: "no_such_invitation" };
  if (!may(by.role, actionOnRoles(invitation.role))) return { result: "forbidden" };
  if (invitation.mailedAt !== undefined) return { result: "mailed_already" };
  const address = derivedDigits(["mail", organizationId, mailboxOf(invitation.email)]);
  const limited = await countMail(ports, organizationId, address);
  if (limited !== undefined) return limited;
  const message = { organizationId, invitationId, secret: parsed.secret };
  await ports.queueInvitation({ ...message, inviter: by.name ?? by.email ?? "" });
  return { result: "queued", invitation };
}

/** Without the part after "+": most mail servers put all such addresses into one mailbox. */
function mailboxOf(email: string): string {
  return email.replace(/\+[^@]*(?=@)/, "");
}

/** The narrowest limit first: what is refused then counts against nobody else. */
async function countMail(
  { rateLimits, mailsPerDay }: Pick<RequestingPorts, "rateLimits" | "mailsPerDay">,
  organizationId: string,
  address: string,
): Promise<Limited | undefined> {
  const counted: [DailyLimit, string][] = [
    [addressMails, address],
    [organizationMails, organizationId],
    [{ what: "service_mails", perDay: mailsPerDay }, "all"],
  ];
  for (const [limit, caller] of counted) {
    const { result, resetSeconds } = await rateLimits.use(limit, caller);
    if (result === "limited") return { result, limit, resetSeconds };
  }
  return undefined;
}

/** Has a test mail sent to the person who asks for it, as from all their organizations at most three a day. */
export async function requestTestMail(
  ports: Pick<RequestingPorts, "rateLimits" | "mailsPerDay" | "clock" | "queueTestMail">,
  person: Person,
  { organizationId }: Pick<Member, "organizationId">,
): Promise<{ result: "queued"; askedAt: string } | { result: "no_address" | "stopped" } | Limited> {
  if (mailStopOf(person) !== undefined) return { result: "stopped" };
  if (vouchedAddress({ person }) === undefined) return { result: "no_address" };
  const limited = await countMail(ports, organizationId, derivedDigits(["mail", person.id]));
  if (limited !== undefined) return limited;
  const askedAt = new Date(ports.clock.now()).toISOString();
  await ports.queueTestMail({ organizationId, testedPersonId: person.id, askedAt });
  return { result: "queued", askedAt };
}

/** Has mail to the address of a person sent again, after a bounce or a complaint had stopped it. */
export async function requestResumption(
  ports: Pick<RequestingPorts, "rateLimits" | "queueResumption">,
  person: Person,
): Promise<{ result: "queued" | "not_stopped" } | Limited> {
  if (mailStopOf(person) === undefined) return { result: "not_stopped" };
  const { result, resetSeconds } = await ports.rateLimits.use(mailResumptions, person.id);
  if (result === "limited") return { result, limit: mailResumptions, resetSeconds };
  await ports.queueResumption({ resumedPersonId: person.id });
  return { result: "queued" };
}
