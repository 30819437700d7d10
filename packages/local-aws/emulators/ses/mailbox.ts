import type { IncomingMessage, ServerResponse } from "node:http";
import { LoopbackHttpServer } from "../../http/loopback-http-server.ts";
import type { OnEvent } from "../../runtime-event.ts";
import type { MailStore } from "./mail-store.ts";
import { messageOf } from "./mime.ts";
import type { StoredMail } from "./send-email.ts";

/** Nothing of a mail runs or is loaded, wherever it is shown. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'";

/** A page for people on this machine: the mails that SES would have sent, as text and as HTML. */
export class Mailbox extends LoopbackHttpServer {
  readonly #store: MailStore;

  constructor(store: MailStore, onEvent: OnEvent) {
    super("the mailbox", onEvent);
    this.#store = store;
  }

  protected async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, type, body, sandbox = "" } = this.#page(request);
    response.writeHead(status, {
      "content-type": `${type}; charset=utf-8`,
      "content-security-policy": `${policy}${sandbox}`,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
    response.end(body);
  }

  protected async handleExpectation(_: IncomingMessage, response: ServerResponse): Promise<void> {
    response.writeHead(417).end();
  }

  protected refusal(_: number, reason: string) {
    return { contentType: "text/plain", body: reason };
  }

  #page({ headers, url = "/" }: IncomingMessage) {
    // A name that somebody else has pointed to this machine is none of its own.
    const isOwn = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(headers.host ?? "");
    const mails = isOwn ? this.#store.list() : [];
    if (isOwn && url === "/") return { status: 200, type: "text/html", body: listPage(mails) };
    if (isOwn && url === "/mails.json") {
      return { status: 200, type: "application/json", body: JSON.stringify(mails) };
    }
    const [, id, part] = /^\/([\w-]+)(\/html|\.eml)?$/.exec(url) ?? [];
    const mail = mails.find((one) => one.id === id);
    if (mail === undefined)
      return { status: 404, type: "text/plain", body: "There is no such page." };
    if (part === undefined) return { status: 200, type: "text/html", body: mailPage(mail) };
    if (part === ".eml") return { status: 200, type: "message/rfc822", body: messageOf(mail) };
    return { status: 200, type: "text/html", body: mail.html, sandbox: "; sandbox" };
  }
}

function listPage(mails: StoredMail[]): string {
  const rows = mails.map(
    ({ id, atMs, to, subject }) =>
      `<tr><td>${timeOf(atMs)}<td>${escaped(to.join(", "))}<td><a href="/${id}"><bdi>${escaped(subject)}</bdi></a>`,
  );
  const list = rows.length > 0 ? `<table>${rows.join("\n")}</table>` : "<p>No mail yet.</p>";
  return page("Mailbox", `<h1>Mailbox</h1>\n${list}`);
}

function mailPage({ id, atMs, from, to, subject, text, headers }: StoredMail): string {
  const fields = { From: from, To: to.join(", "), Date: timeOf(atMs), ...headers };
  const rows = Object.entries(fields).map(
    ([name, value]) => `<tr><th>${escaped(name)}<td>${escaped(value)}`,
  );
  const links = (text.match(/https?:\/\/\S+/g) ?? []).map(
    (link) => `<li><a href="${escaped(link)}">${escaped(link)}</a>`,
  );
  return page(
    subject,
    `<p><a href="/">All mails</a> · <a href="/${id}.eml" download>For a mail program</a></p><h1><bdi>${escaped(subject)}</bdi></h1><table>${rows.join("")}</table>
<h2>Text</h2><pre dir="auto">${escaped(text)}</pre><ul>${links.join("")}</ul>
<h2>HTML</h2><iframe title="HTML" sandbox src="/${id}/html"></iframe>`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escaped(title)}</title>
<style>:root { color-scheme: light dark } body { font: 16px/1.5 system-ui, sans-serif; max-width: 60em; margin: 1em auto; padding: 0 1em; overflow-wrap: anywhere } th, td { text-align: start; padding: 0 1em 0 0; vertical-align: top } pre { white-space: pre-wrap } iframe { width: 100%; height: 30em; border: 1px solid }</style>
${body}
</html>
`;
}

const timeOf = (atMs: number) => new Date(atMs).toISOString();

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
