import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { ApiError } from "../../core/api-error.ts";
import type { Language } from "../../core/languages.ts";
import { languageFile } from "../functions/console.ts";
import type { HttpEvent, HttpResponse } from "../http/message.ts";
import { readOnly } from "../http/read-only.ts";
import { consoleHandler } from "../private-api/console-handler.ts";
import { hashedFilesBeside } from "./hashed-files.ts";
import { workerLanguage } from "./page-language.ts";
import { consolePages } from "./pages.ts";
import { webManifest } from "./web-manifest.ts";

/**
 * In place of a script that no longer exists: loads the page again, which then names the new one.
 * Once a minute at most, so that it cannot become a loop. The console's app does so by itself
 * (web/console/shell/parts.tsx), when nothing that was typed is lost.
 */
const reloadScript = `(async () => {
  if (globalThis.loadsOwnParts) return;
  const key = "reloaded-for-a-new-version";
  const last = Number(sessionStorage.getItem(key));
  if (Date.now() - last < 60000) return;
  sessionStorage.setItem(key, String(Date.now()));
  for (const name of (await globalThis.caches?.keys()) ?? []) await caches.delete(name);
  location.reload();
})();
`;

const fileOf = hashedFilesBeside(import.meta.url);
const aYear = "public, max-age=31536000, immutable";
const anHour = "public, max-age=3600";

const contentTypes: Record<string, string> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  png: "image/png",
  ico: "image/x-icon",
  txt: "text/plain; charset=utf-8",
};

/** Built into the function's folder, see `hashedFiles` in the list of functions. */
const assets = new Map(
  readdirSync(new URL("assets", import.meta.url)).map((name) => [
    name,
    file(`assets/${name}`, aYear),
  ]),
);

const others = new Map<string, HttpResponse>([
  ["/favicon.ico", file("favicon.ico", anHour)],
  ["/robots.txt", file("robots.txt", anHour)],
  ["/manifest.webmanifest", manifest()],
]);

export const handler = consoleHandler(
  readOnly(async (event, scope) => {
    const name = event.pathParameters?.file;
    const found = name === undefined ? other(event) : assets.get(name);
    if (found !== undefined) {
      // Those of the scope have precedence: `no-store` is for what is not a file.
      Object.assign(scope.responseHeaders, found.headers);
      return { ...found };
    }
    // A page of an older version asks for its script: it should become the newest. It loads the styles first, and would
    // run no script without them.
    const [, kind] = /^[\w-]+-[\w-]{8}\.(js|css)$/.exec(name ?? "") ?? [];
    if (kind !== undefined) return inPlaceOfOld(kind);
    throw new ApiError(404, "There is no such file");
  }),
);

function other(event: HttpEvent): HttpResponse | undefined {
  const { rawPath } = event;
  return rawPath === "/count/worker.js" ? worker(workerLanguage(event)) : others.get(rawPath);
}

function file(path: string, cacheControl: string): HttpResponse {
  const content = readFileSync(new URL(path, import.meta.url));
  const contentType = contentTypes[path.slice(path.lastIndexOf(".") + 1)] ?? "";
  const isText = /^text\//.test(contentType);
  return {
    statusCode: 200,
    headers: { "content-type": contentType, "cache-control": cacheControl },
    body: content.toString(isText ? "utf8" : "base64"),
    isBase64Encoded: !isText,
  };
}

/**
 * The service worker of one language changes with its pages and their files, so that browsers notice
 * a new version, and another language.
 */
function worker(language: Language): HttpResponse {
  const built = file("worker.js", "no-cache");
  const own = ["count/count.ts", "count/count.css", "start/start.ts", "start/start.css"] as const;
  const files = [...own, languageFile(language)].map((each) => {
    const { path, integrity } = fileOf(each);
    return { path, integrity };
  });
  const pages = consolePages(fileOf);
  const content = `${pages.count(language)}${pages.start(language)}${built.body}`;
  const version = hash("sha256", content, "base64url").slice(0, 16);
  const values = { VERSION: version, LANGUAGE: language, FILES: files };
  const constants = Object.entries(values)
    .map(([name, value]) => `const ${name}=${JSON.stringify(value)};`)
    .join("");
  // A policy binds the worker, too: it may fetch what it keeps.
  const policy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";
  const headers = {
    ...built.headers,
    "content-security-policy": policy,
    // By itself it could only serve pages below its own folder.
    "service-worker-allowed": "/",
  };
  return { ...built, headers, body: `${constants}\n${built.body}` };
}

function manifest(): HttpResponse {
  return {
    statusCode: 200,
    headers: { "content-type": "application/manifest+json", "cache-control": anHour },
    body: JSON.stringify(webManifest(fileOf)),
  };
}

function inPlaceOfOld(kind: string): HttpResponse {
  const headers = { "content-type": contentTypes[kind] ?? "" };
  return { statusCode: 200, headers, body: kind === "js" ? reloadScript : "" };
}
