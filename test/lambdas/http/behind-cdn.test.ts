import type { Context } from "aws-lambda";
import { afterEach, expect, test, vi } from "vitest";
import { behindCdn } from "../../../lambdas/http/behind-cdn.ts";
import type { HttpEvent } from "../../../lambdas/http/message.ts";

afterEach(() => void vi.unstubAllEnvs());

/** What becomes of a request with these headers: the status of its response. */
async function statusOf(headers: Record<string, string>): Promise<number> {
  const respond = behindCdn(async () => ({ statusCode: 200 }));
  const event = { headers } as unknown as HttpEvent;
  const scope = { startedMs: 0, responseHeaders: {}, damaged: [] };
  return await respond(event, scope, {} as Context).then(
    ({ statusCode }) => statusCode ?? 200,
    (error: { status: number }) => error.status,
  );
}

test.each<[string, Record<string, string>, number]>([
  ["that came through the CDN", { "x-origin-secret": "the-secret" }, 200],
  ["without the secret", {}, 403],
  ["with another", { "x-origin-secret": "the-secres" }, 403],
  ["with an empty one", { "x-origin-secret": "" }, 403],
  ["with a longer one", { "x-origin-secret": "the-secret1" }, 403],
])("where the CDN is required, a request %s gets %j: %i", async (_, headers, status) => {
  vi.stubEnv("REQUIRED_ORIGIN_SECRET", "the-secret");
  expect(await statusOf(headers)).toBe(status);
});

test("elsewhere, every request is served", async () => {
  vi.stubEnv("REQUIRED_ORIGIN_SECRET", undefined);
  expect(await statusOf({})).toBe(200);
});
