import type { Language } from "../languages.ts";
import type { WebhookRequest } from "../webhooks/signed-request.ts";
import { chatMessages } from "./chat-messages.ts";
import type { MessageContent } from "./mail.ts";
import { invisible, type NoticeText, oneLine, withoutLinks } from "./notice-parts.ts";
import { noticeText } from "./notice-text.ts";
import { quickMails } from "./outbox.ts";

/**
 * The most characters of a message: what Slack's documentation recommends, and a quarter of what Mattermost
 * takes as one post.
 */
const mostCharacters = 4_000;

/** Of one line, so that a single notice always has room. */
const mostOfALine = 400;

/** Plain text, which Slack's mrkdwn and Mattermost's Markdown show alike. */
export function composeChat(content: MessageContent): string {
  const messages = chatMessages[content.organization.language];
  const [first = "", ...others] = content.notices.map((notice) =>
    textOf(noticeText(notice, content)),
  );
  const shown = [first];
  let left = mostCharacters - first.length - 2 * mostOfALine;
  for (const text of others) {
    left -= text.length + 2;
    if (left < 0) break;
    shown.push(text);
  }
  const more = content.more + content.notices.length - shown.length;
  const console = `${content.consoleUrl}/organizations/${content.organizationId}`;
  const closing = [
    ...(more > 0 ? [chatText(messages.more(more)), console] : []),
    ...(content.isHeld ? [chatText(messages.held(quickMails))] : []),
  ];
  return [...shown, ...(closing.length > 0 ? [closing.join("\n")] : [])].join("\n\n");
}

export function composeTest(organization: { name: string; language: Language }): string {
  return chatText(chatMessages[organization.language].test(organization.name));
}

export function chatRequest(url: string, text: string): WebhookRequest {
  const body = JSON.stringify({ text });
  const headers = {
    "Content-Type": "application/json",
    Accept: "*/*",
    "Content-Length": String(Buffer.byteLength(body)),
    "User-Agent": "Service-Notices/1.0",
  };
  return { url, headers, body };
}

function textOf({ title, lines, url }: NoticeText): string {
  // A link is ours, and is read as one only where nothing is inserted into it.
  return [...[title, ...lines].map(chatText), url.replaceAll("&", "&amp;")].join("\n");
}

/**
 * One line that is read as it is written, whatever is in it: no mention, link or picture, and no markup.
 * `&`, `<` and `>` are escaped as "Formatting message text" of Slack's documentation says, which ends its
 * mentions. Slack has no escape for other markup and shows a backslash as such, so characters of markup become
 * others that look alike. "Slack compatibility" of Mattermost's documentation says that it reads bare mentions
 * and Markdown always: an invisible character keeps it from finding them.
 */
export function chatText(text: string): string {
  const line = [...oneLine(text)].slice(0, mostOfALine).join("");
  return withoutLinks(line)
    .replace(/[@\]]/g, `$&${invisible}`)
    .replace(/[*~`|\\]/g, (character) => lookalikes[character] ?? "")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\u02cd")
    .replace(/[&<>]/g, (character) => entities[character] ?? "");
}

const lookalikes: Record<string, string> = {
  ...{ "*": "\u2217", "~": "\u223c", "`": "\u02cb", "|": "\u2223", "\\": "\u2216" },
};
const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
