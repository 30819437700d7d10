import { isEmbedSessionId } from "../../core/embeds/embed-session.ts";
import { siteSurface } from "../functions/site.ts";
import type { HttpHandler } from "../http/http-handler.ts";
import type { HttpEvent } from "../http/message.ts";
import { refuseHandler } from "../http/refuse-handler.ts";
import { anySiteHandler, publicCache } from "../http/site-handler.ts";

const refuse = refuseHandler(siteSurface, anySiteHandler);

// Without the headers that forbid frames: browsers obey them on a redirect, too.
const redirectTo = (location: string) => {
  const headers = { location, ...publicCache(3_600) };
  return anySiteHandler(async () => ({ statusCode: 308, headers }), {});
};

export const handler = (...[event, ...rest]: Parameters<HttpHandler>) => {
  const page = pathWithoutSlash(event);
  return (page === undefined ? refuse : redirectTo(page))(event, ...rest);
};

/**
 * The path of an embed page, of a screen or of the docs, that was requested with a trailing slash; undefined for all
 * else. It is built from a session's id and nothing else of the request, so it can lead nowhere else.
 */
function pathWithoutSlash({ rawPath, requestContext }: HttpEvent): string | undefined {
  const { method } = requestContext.http;
  if (method !== "GET" && method !== "HEAD") return undefined;
  if (rawPath === "/docs/") return "/docs";
  const [, page, sessionId = ""] = /^\/(embed|screen)\/([^/]+)\/$/.exec(rawPath) ?? [];
  return isEmbedSessionId(sessionId) ? `/${page}/${sessionId}` : undefined;
}
