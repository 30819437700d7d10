import type { Language } from "../languages.ts";
import type { Role } from "../members/role.ts";
import { isolated } from "../messages.ts";
import { htmlOf, textOf } from "./mail-layout.ts";
import type { MailMessages } from "./messages/en.ts";
import { messagesOf } from "./messages/messages.ts";
import type { Notice } from "./notice.ts";
import { type NoticeText, oneLine } from "./notice-parts.ts";
import { noticeText } from "./notice-text.ts";
import { quickMails } from "./outbox.ts";
import type { WeeklyReport } from "./weekly-report.ts";

export interface Mail {
  subject: string;
  text: string;
  html: string;
  /** Where one POST switches off what the mail was about (RFC 8058). */
  unsubscribeUrl?: string;
}

/** What waited for a recipient, and what it takes to write it. */
export interface MessageContent {
  organizationId: string;
  organization: { name: string; language: Language; timeZone: string };
  notices: Notice[];
  /** How many notices had no room. */
  more: number;
  /** Whether this one waited longer because many came within an hour. */
  isHeld: boolean;
  consoleUrl: string;
  /** The numbers of the week that a notice names; absent where there is no such notice. */
  report?: WeeklyReport | undefined;
}

export interface MailContent extends MessageContent {
  /** The recipient's: each link goes to a page that they may open. */
  role: Role;
  /** Whether the recipient has chosen to hear of it, or hears of it by their role. */
  isChosen: boolean;
  unsubscribeUrl: string;
}

/** One mail of all that waited, as text and as HTML that takes its colors from the reader. */
export function composeMail(content: MailContent): Mail {
  const { language } = content.organization;
  const messages = messagesOf[language];
  const parts = content.notices.map((notice) => noticeText(notice, content));
  const subject = subjectOf(content, parts, messages);
  const name = oneLine(content.organization.name);
  const because = content.role === "member" ? messages.whyMember : messages.why;
  const closing = [
    ...(content.more > 0 ? [messages.more(content.more)] : []),
    ...(content.isHeld ? [messages.held(quickMails)] : []),
    (content.isChosen ? messages.whyChosen : because)(name),
  ];
  const { organizationId, consoleUrl, unsubscribeUrl } = content;
  const links = [
    { says: messages.choose, url: `${consoleUrl}/organizations/${organizationId}/notifications` },
    { says: messages.unsubscribe, url: unsubscribeUrl },
  ];
  return {
    subject,
    text: textOf(parts, [...closing, ...links.flatMap(({ says, url }) => [says, url])]),
    html: htmlOf(parts, { subject, closing, links, language, show: messages.show }),
    unsubscribeUrl,
  };
}

/** Of one notice its title, of several what one is about and how many more there are. */
function subjectOf(
  { notices, more, organization }: MailContent,
  parts: NoticeText[],
  messages: MailMessages,
): string {
  const others = parts.length - 1 + more;
  if (others === 0) return parts[0]?.title ?? "";
  // A report's title names the organization itself.
  const index = notices.findIndex(({ kind }) => kind !== "report");
  const [notice, title = ""] = [notices[index], parts[index]?.title];
  // An alert is named for what has happened; its place could be read as one of several.
  const hasFired = notice?.kind === "alert" && notice.firedAt !== undefined;
  const first = hasFired ? isolated(oneLine(notice.alertName)) : title;
  return messages.several(oneLine(organization.name), first, others);
}
