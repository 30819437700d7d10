import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type MessagePage, messagePageHtml } from "../../web/message-page/message-page-html.ts";
import type { HttpResponse } from "../http/message.ts";
import type { RequestScope } from "../http/request-scope.ts";

// Built into the function's folder, see `assets` in the list of functions.
const style = readFileSync(new URL("message-page.css", import.meta.url), "utf8").trim();
const styleHash = hash("sha256", style, "base64");

/** Responds with a page that has one message; only one with a form may send anything. */
export function messagePage(
  { status, hasForm = false, ...page }: MessagePage & { status: number; hasForm?: boolean },
  { responseHeaders }: Pick<RequestScope, "responseHeaders">,
): HttpResponse {
  responseHeaders["content-security-policy"] = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "img-src data:",
    "base-uri 'none'",
    `form-action ${hasForm ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join("; ");
  const headers = { "content-type": "text/html; charset=utf-8" };
  return { statusCode: status, headers, body: messagePageHtml(page, style) };
}
