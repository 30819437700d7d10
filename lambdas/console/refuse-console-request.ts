import { pastedLink } from "../../core/pasted-link.ts";
import { consoleSurface } from "../functions/console.ts";
import type { HttpHandler } from "../http/http-handler.ts";
import type { HttpEvent } from "../http/message.ts";
import { refuseHandler } from "../http/refuse-handler.ts";
import { consoleHandler } from "../private-api/console-handler.ts";
import { hashedFilesBeside } from "./hashed-files.ts";
import { pageLanguage } from "./page-language.ts";
import { consolePages, pageHeaders } from "./pages.ts";

const pages = consolePages(hashedFilesBeside(import.meta.url));

/** Refuses before any cookie is looked at: a wrong path or method says nothing about a session. */
const refuse = refuseHandler(consoleSurface, consoleHandler);

/** What programs and people make of links, such as /gate%23TOKEN or /gate/, leads to what was meant. */
const lead = consoleHandler(async ({ rawPath }) => {
  const link = pastedLink(rawPath);
  // Behind a redirect without a # of its own, browsers keep theirs.
  const location = link ? `${link.path}#${link.token}` : rawPath.slice(0, -1);
  return { statusCode: 303, headers: { location } };
});

function isMendable({ rawPath, requestContext }: HttpEvent): boolean {
  const isRead = ["GET", "HEAD"].includes(requestContext.http.method);
  if (!isRead) return false;
  if (/^\/(gate|join|(count|organizations)\/[^/]+)\/$/.test(rawPath)) return true;
  return /^\/(gate|join)\b/.test(rawPath) && pastedLink(rawPath) !== undefined;
}

/** A person who follows a wrong link is shown a page; all others get the JSON of every refusal. */
export const handler = async (...[event, ...rest]: Parameters<HttpHandler>) => {
  if (isMendable(event)) return await lead(event, ...rest);
  const response = await refuse(event, ...rest);
  const isPage = event.headers.accept?.includes("text/html") && !event.rawPath.startsWith("/api/");
  if (response.statusCode !== 404 || !isPage) return response;
  const headers = {
    ...response.headers,
    ...pageHeaders,
    "content-type": "text/html; charset=utf-8",
  };
  return { ...response, headers, body: pages.missing(pageLanguage(event)) };
};
