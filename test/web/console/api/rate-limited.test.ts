import { expect, test } from "vitest";
import type { Reply } from "../../../../web/browser/request.ts";
import { retryWhenLimited } from "../../../../web/console/api/rate-limited.ts";

function limited(retryAfter: string | null): Reply<string> {
  return { result: "refused", status: 429, message: "Too many", code: "RATE_LIMITED", retryAfter };
}
const ok: Reply<string> = { result: "ok", body: "numbers", etag: null, tookMs: 1 };

/** Asks until there is a reply; `waits` is what was said, and how long it slept, in ms. */
async function ask(replies: Reply<string>[]) {
  const said: number[] = [];
  const sleptMs: number[] = [];
  const reply = await retryWhenLimited(async () => replies.shift() ?? ok, {
    onWait: (seconds) => void said.push(seconds),
    sleep: async (ms) => void sleptMs.push(ms),
    random: () => 0.5,
  });
  return { reply, said, sleptMs };
}

test("a read that was limited is repeated as late as the service wants, and a bit later", async () => {
  const { reply, said, sleptMs } = await ask([limited("37"), limited("60")]);
  expect(reply).toBe(ok);
  expect(said).toEqual([37, 60]);
  expect(sleptMs).toEqual([38_000, 61_000]);
});

test.each([null, "", "0", "-1", "soon", "3600"])(
  "with Retry-After %j it waits a minute",
  async (retryAfter) => {
    expect((await ask([limited(retryAfter)])).said).toEqual([60]);
  },
);

test("after three waits the refusal is returned", async () => {
  const refusal = limited("1");
  const { reply, said } = await ask([refusal, refusal, refusal, refusal]);
  expect(reply).toBe(refusal);
  expect(said).toEqual([1, 1, 1]);
});

test("any other reply is returned at once", async () => {
  const failed: Reply<string> = { result: "failed" };
  expect(await ask([failed])).toEqual({ reply: failed, said: [], sleptMs: [] });
});
