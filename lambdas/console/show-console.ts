import { randomBytes } from "node:crypto";
import { showConsole } from "../functions/console.ts";
import { environmentOf } from "../functions/environment.ts";
import { readOnly } from "../http/read-only.ts";
import { consoleHandler } from "../private-api/console-handler.ts";
import { hashedFilesBeside } from "./hashed-files.ts";
import { choiceCookies, pageLanguage } from "./page-language.ts";
import { consolePages, contentSecurityPolicy, pageHeaders } from "./pages.ts";

const { BASE_URL, SENDS_MAIL, LOCAL_MAILBOX_URL } = environmentOf(showConsole, process.env);
const frames = new URL(BASE_URL).origin;
const pages = consolePages(hashedFilesBeside(import.meta.url));

export const handler = consoleHandler(
  readOnly(async (event, scope) => {
    const { routeKey, rawPath } = event;
    Object.assign(scope.responseHeaders, {
      // Browsers may keep pages, but must ask whether they are the newest: they name hashed files.
      "cache-control": "no-cache",
      // Signing in begins there, and the service may see that it began on a page of its own.
      "referrer-policy": rawPath === "/" ? "same-origin" : "no-referrer",
    });
    return {
      statusCode: 200,
      headers: { "content-type": "text/html; charset=utf-8" },
      cookies: choiceCookies(event),
      body: body(),
    };

    function body(): string {
      const language = pageLanguage(event);
      if (routeKey.endsWith("/count/{counterId}")) return pages.count(language);
      if (!routeKey.includes("/organizations/")) return pages.start(language);
      const styleNonce = randomBytes(16).toString("base64url");
      scope.responseHeaders["content-security-policy"] = contentSecurityPolicy({
        styleNonce,
        frames,
      });
      return pages.app({
        ...{ styleNonce, docsUrl: `${BASE_URL}/docs` },
        ...(SENDS_MAIL && { mailboxUrl: LOCAL_MAILBOX_URL ?? "" }),
      });
    }
  }),
  pageHeaders,
);
