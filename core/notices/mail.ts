import type { Language } from "../languages.ts";
import { isolated } from "../messages.ts";
import { type AlertNotice, isArmedAgain } from "./alert-notice.ts";
import { htmlOf, type MailPart, textOf } from "./mail-layout.ts";
import { ar } from "./messages/ar.ts";
import { de } from "./messages/de.ts";
import { en, type MailMessages } from "./messages/en.ts";
import { es } from "./messages/es.ts";
import { fr } from "./messages/fr.ts";
import { ja } from "./messages/ja.ts";
import { nl } from "./messages/nl.ts";
import { pt } from "./messages/pt.ts";
import type { Notice } from "./notice.ts";
import { mailsAnHour } from "./outbox.ts";
import type { WeeklyReport } from "./weekly-report.ts";
import { reportPart } from "./weekly-report-mail.ts";

export interface Mail {
  subject: string;
  text: string;
  html: string;
}

const messagesOf: Record<Language, MailMessages> = { en, de, fr, es, pt, nl, ja, ar };

export interface MailContent {
  organizationId: string;
  organization: { name: string; language: Language; timeZone: string };
  notices: Notice[];
  /** How many notices had no room. */
  more: number;
  /** Whether the limit of mails an hour has held this one back. */
  isHeld: boolean;
  consoleUrl: string;
  /** The numbers of the week that a notice names; absent where there is no such notice. */
  report?: WeeklyReport | undefined;
}

/** One mail of all that waited, as text and as HTML that takes its colors from the reader. */
export function composeMail(content: MailContent): Mail {
  const { language } = content.organization;
  const messages = messagesOf[language];
  const parts = content.notices.flatMap((notice) => partsOf(notice, content));
  const [only] = parts;
  const subject =
    parts.length === 1 && only !== undefined ? only.title : messages.alerts(parts.length);
  const closing = [
    ...(content.more > 0 ? [messages.more(content.more)] : []),
    ...(content.isHeld ? [messages.held(mailsAnHour)] : []),
    messages.why(oneLine(content.organization.name)),
  ];
  return {
    subject,
    text: textOf(parts, closing),
    html: htmlOf(parts, { subject, closing, language }),
  };
}

function partsOf(notice: Notice, content: MailContent): MailPart[] {
  const messages = messagesOf[content.organization.language];
  if (notice.kind === "alert") return [alertPart(notice, content)];
  if (content.report === undefined) return [];
  const organization = { ...content.organization, name: oneLine(content.organization.name) };
  const rows = content.report.rows.map((row) => ({ ...row, name: isolated(oneLine(row.name)) }));
  return [reportPart({ ...content.report, rows }, { ...content, organization }, messages)];
}

function alertPart(
  notice: AlertNotice,
  { organizationId, organization, consoleUrl }: MailContent,
): MailPart {
  const messages = messagesOf[organization.language];
  const { alertId, times, firedAt, level, threshold, armedAt } = notice;
  const [alert, place] = [oneLine(notice.alertName), oneLine(notice.place ?? "")];
  const time = (at: string) => formatTime(at, organization);
  const hasFired = firedAt !== undefined && level !== undefined && threshold !== undefined;
  return {
    title: (hasFired ? messages.hasFired : messages.isArmedAgain)(alert, place),
    lines: [
      ...(hasFired ? [messages.reached(level, threshold, time(firedAt))] : []),
      ...(times > 1 ? [messages.timesFired(times)] : []),
      ...(armedAt !== undefined && isArmedAgain(notice)
        ? [messages.armedSince(time(armedAt))]
        : []),
    ],
    url: `${consoleUrl}/organizations/${organizationId}/alerts/${alertId}`,
    show: messages.show,
  };
}

/** Names can have separators that are no control characters. */
function oneLine(name: string): string {
  return name.replace(/[\p{Cc}\s]+/gu, " ");
}

function formatTime(at: string, { language, timeZone }: MailContent["organization"]): string {
  const options = { dateStyle: "medium", timeStyle: "long", timeZone } as const;
  return new Intl.DateTimeFormat(language, options).format(Date.parse(at));
}
