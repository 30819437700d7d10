import { hash } from "node:crypto";
import { type SignInPage, signInHtml, signInStyle } from "../../web/sign-in/sign-in-html.ts";
import type { HttpResponse } from "../http/message.ts";
import type { RequestScope } from "../http/request-scope.ts";

/** Responds with a page that says why a sign-in did not work. */
export function signInPage(
  { status, ...page }: SignInPage & { status: number },
  { responseHeaders }: Pick<RequestScope, "responseHeaders">,
): HttpResponse {
  responseHeaders["content-security-policy"] = contentSecurityPolicy;
  const headers = { "content-type": "text/html; charset=utf-8" };
  return { statusCode: status, headers, body: signInHtml(page) };
}

const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash("sha256", signInStyle, "base64")}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");
