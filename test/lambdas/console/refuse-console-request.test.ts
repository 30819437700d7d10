import type { Context } from "aws-lambda";
import { expect, test } from "vitest";
import { handler } from "../../../lambdas/console/refuse-console-request.ts";
import type { HttpEvent } from "../../../lambdas/http/message.ts";

async function refused(accept: string, rawPath: string) {
  const http = { method: "GET", path: rawPath };
  const requestContext = { requestId: "r", routeKey: "$default", http };
  const event = { rawPath, headers: { accept }, requestContext } as unknown as HttpEvent;
  const context = { awsRequestId: "r", getRemainingTimeInMillis: () => 10_000 } as Context;
  const { statusCode, headers, body } = await handler(event, context);
  return { statusCode, type: headers?.["content-type"], body };
}

test.each([
  ["text/html,*/*;q=0.8", "/nothing", "text/html; charset=utf-8", "This page does not exist"],
  ["application/json", "/nothing", "application/json", "This path does not exist"],
  ["text/html", "/api/nothing", "application/json", "This path does not exist"],
])("asked for %s, %s is refused as %s", async (accept, path, type, text) => {
  const refusal = await refused(accept, path);
  expect([refusal.statusCode, refusal.type]).toEqual([404, type]);
  expect(refusal.body).toContain(text);
});
