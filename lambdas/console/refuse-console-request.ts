import { consoleSurface } from "../functions/console.ts";
import type { HttpHandler } from "../http/http-handler.ts";
import { refuseHandler } from "../http/refuse-handler.ts";
import { consoleHandler } from "../private-api/console-handler.ts";
import { hashedFilesBeside } from "./hashed-files.ts";
import { pageLanguage } from "./page-language.ts";
import { consolePages, pageHeaders } from "./pages.ts";

const pages = consolePages(hashedFilesBeside(import.meta.url));

/** Refuses before any cookie is looked at: a wrong path or method says nothing about a session. */
const refuse = refuseHandler(consoleSurface, consoleHandler);

/** A person who follows a wrong link is shown a page; all others get the JSON of every refusal. */
export const handler = async (...[event, ...rest]: Parameters<HttpHandler>) => {
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
