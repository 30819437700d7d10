import type { Language } from "../languages.ts";
import { htmlOf, textOf } from "./mail-layout.ts";
import type { MailMessages } from "./messages/en.ts";
import { messagesOf } from "./messages/messages.ts";
import type { Notice } from "./notice.ts";
import { type NoticeText, oneLine } from "./notice-parts.ts";
import { noticeText } from "./notice-text.ts";
import { mailsAnHour } from "./outbox.ts";
import type { WeeklyReport } from "./weekly-report.ts";

export interface Mail {
  subject: string;
  text: string;
  html: string;
}

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
  const parts = content.notices.map((notice) => noticeText(notice, content));
  const subject = subjectOf(content.notices, parts, messages);
  const closing = [
    ...(content.more > 0 ? [messages.more(content.more)] : []),
    ...(content.isHeld ? [messages.held(mailsAnHour)] : []),
    messages.why(oneLine(content.organization.name)),
  ];
  return {
    subject,
    text: textOf(parts, closing),
    html: htmlOf(parts, { subject, closing, language, show: messages.show }),
  };
}

/** Of one notice its title, of several how many there are. */
function subjectOf(notices: Notice[], parts: NoticeText[], messages: MailMessages): string {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only.title;
  const areAlerts = notices.every(({ kind }) => kind === "alert");
  return (areAlerts ? messages.alerts : messages.notices)(parts.length);
}
