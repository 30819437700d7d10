import { isEmbedSessionId } from "../../core/embeds/embed-session.ts";
import type { HttpEvent } from "../http/message.ts";

/**
 * The path of the page that a request means with a slash too many; undefined for all else. It is
 * made of a session's id and nothing else of the request, so it leads nowhere but to a page.
 */
export function pageWithoutSlash({ rawPath, requestContext }: HttpEvent): string | undefined {
  const { method } = requestContext.http;
  const sessionId = /^\/embed\/([^/]+)\/$/.exec(rawPath)?.[1];
  if (method !== "GET" && method !== "HEAD") return undefined;
  return sessionId !== undefined && isEmbedSessionId(sessionId) ? `/embed/${sessionId}` : undefined;
}
