import { readFileSync } from "node:fs";
import type { getSiteFile } from "../functions/site.ts";
import type { HttpResponse } from "../http/message.ts";
import { publicCache, siteHandler } from "../http/site-handler.ts";

const contentTypes: Record<(typeof getSiteFile.routes)[number]["path"], string> = {
  "/favicon.ico": "image/x-icon",
  "/robots.txt": "text/plain; charset=utf-8",
};

const files = new Map<string, HttpResponse>(
  Object.entries(contentTypes).map(([path, contentType]) => [path, file(path, contentType)]),
);

export const handler = siteHandler(async ({ routeKey }) => {
  const [, path = ""] = routeKey.split(" ");
  return { ...files.get(path) };
});

function file(path: string, contentType: string): HttpResponse {
  // Built into the function's folder, see `assets` in the list of functions.
  const content = readFileSync(new URL(`.${path}`, import.meta.url));
  const isText = contentType.startsWith("text/");
  return {
    statusCode: 200,
    headers: { "content-type": contentType, ...publicCache(3_600) },
    body: content.toString(isText ? "utf8" : "base64"),
    isBase64Encoded: !isText,
  };
}
