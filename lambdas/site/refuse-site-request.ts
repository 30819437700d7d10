import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { isEmbedSessionId } from "../../core/embeds/embed-session.ts";
import { missingPage } from "../../web/home/missing-html.ts";
import { environmentOf } from "../functions/environment.ts";
import { refuseSiteRequest, siteSurface } from "../functions/site.ts";
import type { HttpHandler } from "../http/http-handler.ts";
import type { HttpEvent } from "../http/message.ts";
import { refuseHandler } from "../http/refuse-handler.ts";
import { anySiteHandler, publicCache } from "../http/site-handler.ts";

const { CONSOLE_URL } = environmentOf(refuseSiteRequest, process.env);
const refuse = refuseHandler(siteSurface, anySiteHandler);

// Without the headers that forbid frames: browsers obey them on a redirect, too.
const redirectTo = (location: string) => {
  const headers = { location, ...publicCache(3_600) };
  return anySiteHandler(async () => ({ statusCode: 308, headers }), {});
};

// Built into the function's folder, see `assets` in the list of functions.
const style = readFileSync(new URL("home.css", import.meta.url), "utf8").trim();
const missing = missingPage({ style, console: `${CONSOLE_URL}/` });
const missingHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${hash("sha256", style, "base64")}'; img-src 'self'; frame-ancestors 'none'`,
};

/**
 * An unknown path is taken for a person who followed a link, and gets a page. The CDN caches one
 * response for all, so the Accept header cannot decide. Programs request paths below /api and /embed.
 */
export const handler = async (...[event, ...rest]: Parameters<HttpHandler>) => {
  const page = pathWithoutSlash(event);
  if (page !== undefined) return await redirectTo(page)(event, ...rest);
  const response = await refuse(event, ...rest);
  const isForPrograms = /^\/(api|embed)\//.test(event.rawPath);
  if (response.statusCode !== 404 || isForPrograms) return response;
  const headers = { ...response.headers, ...missingHeaders };
  return { ...response, headers, body: missing };
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
