import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "aws-lambda";
import { expect, test } from "vitest";
import * as z from "zod";
import type { HttpHandler } from "../../../lambdas/http/http-handler.ts";
import type { HttpEvent } from "../../../lambdas/http/message.ts";
import { assetsFolder } from "../../../lib/platform/built-functions.ts";

// As it is built: the page names the start page's style by its hash.
const folder = join(assetsFolder, "refuse-console-request");
const { handler }: { handler: HttpHandler } = await import(join(folder, "index.mjs"));

async function refused(accept: string, rawPath: string) {
  const http = { method: "GET", path: rawPath };
  const requestContext = { requestId: "r", routeKey: "$default", http };
  const event = { rawPath, headers: { accept }, requestContext } as unknown as HttpEvent;
  const context = { awsRequestId: "r", getRemainingTimeInMillis: () => 10_000 } as Context;
  const { statusCode, headers, body } = await handler(event, context);
  return { statusCode, headers, body };
}

test.each([
  ["text/html,*/*;q=0.8", "/nothing", "text/html; charset=utf-8", "This page does not exist"],
  ["application/json", "/nothing", "application/json", "This path does not exist"],
  ["text/html", "/api/nothing", "application/json", "This path does not exist"],
])("asked for %s, %s is refused as %s", async (accept, path, type, text) => {
  const { statusCode, headers, body } = await refused(accept, path);
  expect([statusCode, headers?.["content-type"]]).toEqual([404, type]);
  expect(body).toContain(text);
});

test("the page has the start page's look, which its policy allows, and no script", async () => {
  const { headers, body = "" } = await refused("text/html", "/nothing");
  const files = z
    .record(z.string(), z.object({ name: z.string(), integrity: z.string() }))
    .parse(JSON.parse(readFileSync(join(folder, "hashed-files.json"), "utf8")));
  const { name, integrity } = files["start/start.css"] ?? {};
  expect(body).toContain(`<link rel="stylesheet" href="/assets/${name}" integrity="${integrity}">`);
  expect(headers?.["content-security-policy"]).toContain("style-src 'self'");
  expect(headers).toMatchObject({ "cache-control": "no-store", "x-frame-options": "DENY" });
  expect(body).not.toMatch(/<script|<noscript/);
});

const token = `org_${"1".repeat(20)}.gat_${"2".repeat(20)}.${"s".repeat(43)}`;

test.each([
  [`/gate#${token}`, `/gate#${token}`],
  [`/gate%23${token}`, `/gate#${token}`],
  [`/gate#${token}).`, `/gate#${token}`],
  [`/join#${token.replace("gat_", "inv_")}`, `/join#${token.replace("gat_", "inv_")}`],
  ["/gate/", "/gate"],
  ["/organizations/org_1/", "/organizations/org_1"],
])("%s, as a program or a person has written it, leads to the page", async (path, location) => {
  const { statusCode, headers } = await refused("text/html", path);
  expect([statusCode, headers?.location]).toEqual([303, location]);
  expect(headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
});
