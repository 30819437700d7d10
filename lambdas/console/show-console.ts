import { randomBytes } from "node:crypto";
import { showConsole } from "../functions/console.ts";
import { environmentOf } from "../functions/environment.ts";
import { readOnly } from "../http/read-only.ts";
import { consoleHandler } from "../private-api/console-handler.ts";
import { appPage } from "./app-page.ts";
import { contentSecurityPolicy, pageHeaders } from "./console-page.ts";
import { countPage } from "./count-page.ts";
import { hashedFilesBeside } from "./hashed-files.ts";
import { startPage } from "./start-page.ts";

const { BASE_URL } = environmentOf(showConsole, process.env);
const frames = new URL(BASE_URL).origin;
const fileOf = hashedFilesBeside(import.meta.url);
const pages = { count: countPage(fileOf), start: startPage(fileOf) };

export const handler = consoleHandler(
  readOnly(async ({ routeKey, rawPath }, scope) => {
    Object.assign(scope.responseHeaders, {
      // Browsers may keep pages, but must ask whether they are the newest: they name hashed files.
      "cache-control": "no-cache",
      // Signing in begins there, and the service may see that it began on a page of its own.
      "referrer-policy": rawPath === "/" ? "same-origin" : "no-referrer",
    });
    return {
      statusCode: 200,
      headers: { "content-type": "text/html; charset=utf-8" },
      body: body(),
    };

    function body(): string {
      if (routeKey.endsWith("/count/{counterId}")) return pages.count;
      if (!routeKey.includes("/organizations/")) return pages.start;
      const styleNonce = randomBytes(16).toString("base64url");
      scope.responseHeaders["content-security-policy"] = contentSecurityPolicy({
        styleNonce,
        frames,
      });
      return appPage(fileOf, { styleNonce });
    }
  }),
  pageHeaders,
);
