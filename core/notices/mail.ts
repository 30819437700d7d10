import { directionOf, type Language } from "../languages.ts";
import { Markup, markup } from "../markup.ts";
import type { MailMessages } from "./messages/en.ts";
import { messagesOf } from "./messages/messages.ts";
import type { Notice } from "./notice.ts";
import { type NoticeText, noticeText, oneLine } from "./notice-text.ts";
import { mailsAnHour } from "./outbox.ts";

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

function textOf(parts: NoticeText[], closing: string[]): string {
  const told = parts.map(({ title, lines, url }) => [title, ...lines, url].join("\n"));
  return `${[...told, closing.join("\n")].join("\n\n")}\n`;
}

interface Frame {
  subject: string;
  closing: string[];
  language: Language;
  show: string;
}

function htmlOf(parts: NoticeText[], { subject, closing, language, show }: Frame): string {
  const told = parts.map(
    ({ title, lines, url }) =>
      markup`<h2>${title}</h2>${all(lines.map((line) => markup`<p>${line}</p>`))}<p><a href="${url}">${show}</a></p>`,
  );
  const small = closing.map((line) => markup`<p><small>${line}</small></p>`);
  return markup`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
<style>:root { color-scheme: light dark } body { font: 16px/1.5 system-ui, sans-serif; max-width: 36em; margin: 1em auto; padding: 0 1em; overflow-wrap: anywhere } h2 { font-size: 20px }</style>
</head>
<body>${all(told)}<hr>${all(small)}</body>
</html>
`.html;
}

function all(parts: Markup[]): Markup {
  return new Markup(parts.map(({ html }) => html).join("\n"));
}
