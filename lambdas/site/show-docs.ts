import { readdirSync, readFileSync } from "node:fs";
import { environmentOf } from "../functions/environment.ts";
import { showDocs } from "../functions/site.ts";
import type { HttpResponse } from "../http/message.ts";
import { publicCache, siteHandler } from "../http/site-handler.ts";

const { API_URL, BASE_URL, CONSOLE_URL } = environmentOf(showDocs, process.env);

const contentTypes: Record<string, string> = {
  html: "text/html; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  txt: "text/plain; charset=utf-8",
  py: "text/x-python; charset=utf-8",
  tgz: "application/gzip",
  webp: "image/webp",
};

const folder = new URL("docs/", import.meta.url);
/** Built into the function's folder. A request only chooses among these names. */
const files = new Set(
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => typeOf(name)),
);
const isPage = (path: string) => path !== "404" && files.has(`${path}.html`);
const contents = new Map<string, string>();

export const handler = siteHandler(
  async ({ rawPath }) => {
    const path = rawPath.replace(/^\/docs\/?/, "");
    if (path === "") return file("index.html", 200);
    if (isPage(path) && path !== "index") return file(`${path}.html`, 200);
    if (files.has(path) && !path.endsWith(".html")) return file(path, 200);
    const page = path.replace(/(\.html|\/)$/, "");
    return isPage(page) ? redirect(page) : file("404.html", 404);
  },
  {
    "content-security-policy": [
      "default-src 'none'",
      ...["script-src", "style-src", "img-src", "connect-src"].map((each) => `${each} 'self'`),
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    "x-frame-options": "DENY",
  },
);

function file(name: string, statusCode: 200 | 404): HttpResponse {
  const caching = statusCode === 200 ? publicCache(300) : { "cache-control": "no-store" };
  const headers = { "content-type": typeOf(name), ...caching };
  if (!/\.(tgz|webp)$/.test(name)) return { statusCode, headers, body: read(name) };
  const body = readFileSync(new URL(name, folder), "base64");
  return { statusCode, headers, body, isBase64Encoded: true };
}

/** With the deployment's own URLs in place of what the build left for them. */
function read(name: string): string {
  const text =
    contents.get(name) ??
    readFileSync(new URL(name, folder), "utf8")
      .replaceAll("{{api_url}}", API_URL)
      .replaceAll("{{base_url}}", BASE_URL)
      .replaceAll("{{console_url}}", CONSOLE_URL);
  contents.set(name, text);
  return text;
}

function redirect(page: string): HttpResponse {
  const location = page === "index" ? "/docs" : `/docs/${page}`;
  return { statusCode: 308, headers: { location, ...publicCache(300) } };
}

function typeOf(name: string): string {
  return contentTypes[name.slice(name.lastIndexOf(".") + 1)] ?? "";
}
