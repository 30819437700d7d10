import { hash } from "node:crypto";
import type { HttpMiddleware } from "./message.ts";

/**
 * Adds a weak ETag of the body to a 200 without one, and turns it into a 304 when If-None-Match holds
 * its ETag (RFC 9110 §13.1.2). Weak, because the same body is sent compressed or not.
 */
export function entityTag(): HttpMiddleware {
  return {
    after(request) {
      const { response } = request;
      const body = response?.bytes ?? response?.body;
      if (response?.statusCode !== 200 || body === undefined) return;
      const etag = String(response.headers?.etag ?? weakEntityTag(body));
      response.headers = { ...response.headers, etag };
      if (!matches(request.event.headers["if-none-match"], etag)) return;
      const { "content-type": _ofNoBody, ...headers } = response.headers;
      request.response = { statusCode: 304, headers };
    },
  };
}

export function weakEntityTag(body: string | Buffer): string {
  return `W/"${hash("sha256", body, "base64url").slice(0, 22)}"`;
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return ifNoneMatch.split(",").some((tag) => opaque(tag) === opaque(etag));
}
