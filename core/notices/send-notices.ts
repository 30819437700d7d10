import type { Language } from "../languages.ts";
import { mailStopOf } from "../members/mail-stop.ts";
import type { Member } from "../members/member.ts";
import type { Person } from "../members/person.ts";
import { noPreferences, quietUntilMs } from "../members/preferences.ts";
import { composeMail, type Mail } from "./mail.ts";
import type { MailAbout } from "./mail-events.ts";
import type { Notice } from "./notice.ts";
import { afterRefused, afterSent, nextMail, type OutboxKey, withoutWaiting } from "./outbox.ts";
import type { TellingPorts } from "./tell-people.ts";
import { unsubscribeToken } from "./unsubscription.ts";
import type { WantedReport, WeeklyReport } from "./weekly-report.ts";
import { hears, type Telling } from "./who-hears.ts";

/** Who a mail goes to, as things are when it is sent. */
export interface Recipient {
  organization: Telling & { name: string; language: Language; timeZone: string };
  member: Member;
  person: Pick<Person, "email" | "emailVerified" | "mailStop" | "mailTest">;
}

/** Refused: the same mail can be accepted later. Without a response, it may have been sent now. */
export type MailResult = { result: "sent" } | Refusal;

interface Refusal {
  result: "refused";
  reason: string;
  isUnanswered?: boolean;
  /** The same mail will be refused again, as one to an address that SES cannot read. */
  isFinal?: boolean;
}

export interface SendingPorts extends Pick<TellingPorts, "outboxes" | "clock"> {
  /** Undefined when the organization is gone, or the person has left it. */
  recipient(key: OutboxKey): Promise<Recipient | undefined>;
  send(address: string, mail: Mail, about: MailAbout): Promise<MailResult>;
  /** Puts a message aside that has failed for a day. */
  giveUp(key: OutboxKey): Promise<void>;
  /** That a part of a message was left out, because it could not be read or written. */
  noteLeftOut(error: unknown): void;
  /** The numbers of a week, as they are now. */
  weeklyReport(wanted: WantedReport): Promise<WeeklyReport>;
  newMailId(): string;
  /** What signs the links that switch mails off. */
  unsubscribeSecret(): Promise<string>;
  consoleUrl: string;
}

export type Sent =
  | { result: "sent" | "none" | "busy" | "later" | "nobody" }
  | { result: "refused" | "given up"; reason: string };

/**
 * Sends what waits for a person as one mail. The mail is claimed before it is sent, and its outcome
 * recorded after: where the function ends between both, it is sent once more.
 */
export async function sendNotices(ports: SendingPorts, key: OutboxKey): Promise<Sent> {
  const recipient = await ports.recipient(key);
  const address = recipient && vouchedAddress(recipient);
  if (recipient === undefined || address === undefined) {
    await ports.outboxes.change(key, (before) => ({ outbox: withoutWaiting(before) }));
    return { result: "nobody" };
  }
  const mailId = ports.newMailId();
  const secret = await ports.unsubscribeSecret();
  const { organization, member } = recipient;
  const next = await ports.outboxes.change(key, (before) => {
    const nowMs = ports.clock.now();
    const { quietHours } = member.preferences ?? {};
    return nextMail(before, {
      ...{ mailId, nowMs, hears: (notice) => hears(notice, member, organization) },
      quietUntilMs: quietUntilMs(quietHours, organization.timeZone, nowMs),
    });
  });
  if (next.step !== "send") return { result: next.step };
  const report = await reportIn(ports, key, { ...next, member });
  const kinds = [...new Set(next.notices.map(({ kind }) => kind))];
  const token = unsubscribeToken({ ...key, kinds }, secret);
  const content = {
    ...{ ...next, ...key, organization: { ...organization, ...languageOf(member) } },
    isChosen: kinds.every((kind) => member.preferences?.kinds[kind] === true),
    ...{ report, role: member.role, consoleUrl: ports.consoleUrl },
    unsubscribeUrl: `${ports.consoleUrl}/unsubscribe?token=${token}`,
  };
  const mail = composedOf(ports, next.notices, (notices) => composeMail({ ...content, notices }));
  if (mail === undefined) return await recordRefusal(ports, key, { mailId, ...notComposed });
  const sent = await ports.send(address, mail, { person: member.personId });
  if (sent.result === "refused") return await recordRefusal(ports, key, { mailId, ...sent });
  await ports.outboxes.change(key, (before) => ({ outbox: afterSent(before, mailId) }));
  return { result: "sent" };
}

export const notComposed = { result: "refused", reason: "NotComposed" } as const;

/**
 * A message of the notices, without any of which none can be composed: it silences no others. Undefined where
 * it is so with all of them.
 */
export function composedOf<Message>(
  { noteLeftOut }: Pick<SendingPorts, "noteLeftOut">,
  notices: Notice[],
  compose: (notices: Notice[]) => Message,
): Message | undefined {
  const attempt = (some: Notice[]) => {
    try {
      return compose(some);
    } catch (error) {
      noteLeftOut(error);
      return undefined;
    }
  };
  const whole = attempt(notices);
  if (whole !== undefined) return whole;
  const sound = notices.filter((one) => attempt([one]) !== undefined);
  return sound.length === 0 ? undefined : attempt(sound);
}

/** Undefined also where it cannot be read: the message then has a link to it. */
async function reportIn(
  { weeklyReport, noteLeftOut }: SendingPorts,
  { organizationId }: OutboxKey,
  { notices, member }: { notices: Notice[]; member: Member },
): Promise<WeeklyReport | undefined> {
  const groupIds = member.preferences?.reportGroupIds ?? [];
  const notice = notices.find((one) => one.kind === "report");
  if (notice === undefined) return undefined;
  return await weeklyReport({ organizationId, week: notice.week, groupIds }).catch((error) => {
    noteLeftOut(error);
    return undefined;
  });
}

async function recordRefusal(
  ports: SendingPorts,
  key: OutboxKey,
  { mailId, reason, isUnanswered }: Refusal & { mailId: string },
): Promise<Sent> {
  const { isGivenUp } = await ports.outboxes.change(key, (before) =>
    afterRefused(before, { mailId, isUnanswered }, ports.clock.now()),
  );
  if (isGivenUp) await ports.giveUp(key);
  return { result: isGivenUp ? "given up" : "refused", reason };
}

/** Where a person gets mail; undefined where they get none. */
export function vouchedAddress({ person }: Pick<Recipient, "person">): string | undefined {
  if (!person.emailVerified || mailStopOf(person) !== undefined) return undefined;
  return person.email ?? undefined;
}

export function languageOf({ preferences: { language } = noPreferences }: Member) {
  return language && { language };
}
