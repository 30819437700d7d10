import { join } from "node:path";
import type { Context } from "aws-lambda";
import { expect, test } from "vitest";
import type { HttpHandler } from "../../../lambdas/http/http-handler.ts";
import type { HttpEvent } from "../../../lambdas/http/message.ts";
import { assetsFolder } from "../../../lib/platform/built-functions.ts";

process.env.CONSOLE_URL = "https://console.test";
const built = join(assetsFolder, "refuse-site-request", "index.mjs");
const { handler }: { handler: HttpHandler } = await import(built);

async function refused(rawPath: string, method = "GET") {
  const requestContext = { requestId: "r", routeKey: "$default", http: { method, path: rawPath } };
  const event = { rawPath, headers: {}, requestContext } as unknown as HttpEvent;
  const context = { awsRequestId: "r", getRemainingTimeInMillis: () => 10_000 } as Context;
  const { statusCode, headers, body } = await handler(event, context);
  return { statusCode, type: headers?.["content-type"], headers, body };
}

test.each([
  ["/nothing", "text/html; charset=utf-8", "This page does not exist"],
  ["/integrators/webhooks", "text/html; charset=utf-8", "This page does not exist"],
  ["/api/nothing", "application/json", "This path does not exist"],
  ["/embed/a/b", "application/json", "This path does not exist"],
])("GET %s, which does not exist, is %s", async (path, type, text) => {
  const response = await refused(path);
  expect(response).toMatchObject({ statusCode: 404, type });
  expect(response.headers).toMatchObject({ "cache-control": "no-store" });
  expect(response.body).toContain(text);
});

test("the page leads to what there is: home, docs and console", async () => {
  const { body } = await refused("/nothing");
  for (const href of ["/", "/docs", "https://console.test/"]) {
    expect(body).toContain(` href="${href}"`);
  }
});

test("the page may use its own style and nothing else", async () => {
  const { headers } = await refused("/nothing");
  const policy = headers?.["content-security-policy"];
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; /);
});

test("a method that the start page does not take is a 405 in JSON", async () => {
  expect(await refused("/", "DELETE")).toMatchObject({ statusCode: 405, type: "application/json" });
});
