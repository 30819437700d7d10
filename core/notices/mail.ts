import { directionOf, type Language } from "../languages.ts";
import { Markup, markup } from "../markup.ts";
import { isArmedAgain } from "./alert-notice.ts";
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
}

/** One mail of all that waited, as text and as HTML that takes its colors from the reader. */
export function composeMail(content: MailContent): Mail {
  const { language } = content.organization;
  const messages = messagesOf[language];
  const parts = content.notices.map((notice) => part(notice, content));
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
    html: htmlOf(parts, { subject, closing, language, show: messages.show }),
  };
}

interface Part {
  title: string;
  lines: string[];
  url: string;
}

function part(notice: Notice, { organizationId, organization, consoleUrl }: MailContent): Part {
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
  };
}

/** Names can have separators that are no control characters. */
export function oneLine(name: string): string {
  return name.replace(/[\p{Cc}\s]+/gu, " ");
}

export function formatTime(
  at: string,
  { language, timeZone }: Pick<MailContent["organization"], "language" | "timeZone">,
): string {
  const options = { dateStyle: "medium", timeStyle: "long", timeZone } as const;
  return new Intl.DateTimeFormat(language, options).format(Date.parse(at));
}

export function textOf(parts: Part[], closing: string[]): string {
  const told = parts.map(({ title, lines, url }) => [title, ...lines, url].join("\n"));
  return `${[...told, closing.join("\n")].join("\n\n")}\n`;
}

interface Frame {
  subject: string;
  closing: string[];
  language: Language;
  show: string;
}

export function htmlOf(parts: Part[], { subject, closing, language, show }: Frame): string {
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
