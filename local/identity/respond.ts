import { hash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { style } from "./pages.ts";

const styleHash = hash("sha256", style.html, "base64");

/** Headers of the provider's own pages: no script, no frame, and forms that end at the console. */
export function pageHeaders(consoleUrl: string): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "content-security-policy": [
      "default-src 'none'",
      `style-src 'sha256-${styleHash}'`,
      "img-src data:",
      "base-uri 'none'",
      // Browsers apply it to the redirects that follow a form, too.
      `form-action 'self' ${consoleUrl}`,
      "frame-ancestors 'none'",
    ].join("; "),
  };
}

export function sendPage(
  response: ServerResponse,
  { status, html, consoleUrl }: { status: number; html: string; consoleUrl: string },
): void {
  response.writeHead(status, pageHeaders(consoleUrl)).end(html);
}

const maxFormBytes = 4_096;

/** The fields of a form; undefined when it is too large. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= maxFormBytes) chunks.push(chunk);
  }
  return bytes > maxFormBytes ? undefined : new URLSearchParams(Buffer.concat(chunks).toString());
}
