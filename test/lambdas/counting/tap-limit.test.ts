import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { ApiError } from "../../../core/api-error.ts";
import { type RateLimit, tapLimit } from "../../../core/rate-limits.ts";
import { authorizeTaps, RecentSet } from "../../../lambdas/counting/tap-limit.ts";
import type { HttpEvent } from "../../../lambdas/http/message.ts";

const member = {
  ...{ id: "mem_1", organizationId: "org_1", personId: "per_1", role: "member" as const },
  ...{ email: null, name: null, joinedAt: "2026-11-22T04:00:00.000Z" },
};
const credential = { kind: "member" as const, member };
const full = { result: "limited" as const, remaining: 0, resetSeconds: 7 };

/** One request, and what happened in which order. */
async function ask({ known = false, refused = false, isFull = false } = {}) {
  const steps: string[] = [];
  const ports = {
    knownCookies: new Set(known ? ["hash"] : []),
    viewerAddress: async () => "192.0.2.7",
    rateLimits: {
      async use({ what }: RateLimit, caller: string, uses = 1) {
        steps.push(`${what} ${caller} ${uses}`);
        return isFull ? full : { ...full, result: "allowed" as const };
      },
    },
  };
  const claim = {
    caller: "hash",
    async authorize() {
      steps.push("authorization begins");
      await Promise.resolve();
      steps.push("authorization ends");
      if (refused) throw new ApiError(401, "Sign in first");
      return credential;
    },
  };
  const asked = authorizeTaps(ports, claim, { event: {} as HttpEvent, taps: 25 });
  const status = await asked.then(
    () => 200,
    (error: ApiError) => error.status,
  );
  return { status, steps, known: ports.knownCookies.has("hash") };
}

test("taps of a cookie that is not known yet are counted when it has proved good", async () => {
  const steps = ["authorization begins", "authorization ends", "taps hash 25"];
  expect(await ask()).toEqual({ status: 200, steps, known: true });
});

test("taps of a known cookie are counted beside the authorization", async () => {
  const steps = ["taps hash 25", "authorization begins", "authorization ends"];
  expect(await ask({ known: true })).toEqual({ status: 200, steps, known: true });
});

test.each([false, true])("over the limit it is 429, known or not: %s", async (known) => {
  expect(await ask({ known, isFull: true })).toMatchObject({ status: 429 });
});

test("a cookie that is refused is counted by address, and stays unknown", async () => {
  const steps = ["authorization begins", "authorization ends", "refused_taps 192.0.2.7 1"];
  expect(await ask({ refused: true })).toEqual({ status: 401, steps, known: false });
});

test("a known cookie that has ended is refused as such, also over its limit, and once its taps are counted", async () => {
  let isCounted = false;
  const limited = {
    async use(limit: RateLimit) {
      if (limit !== tapLimit) return allowed;
      // Later than all that does not wait for it.
      await setImmediate();
      isCounted = true;
      return full;
    },
  };
  const asked = authorizeTaps(
    { knownCookies: new Set(["hash"]), viewerAddress: async () => "", rateLimits: limited },
    { caller: "hash", authorize: () => Promise.reject(new ApiError(401, "Sign in first")) },
    { event: {} as HttpEvent, taps: 1 },
  );
  await expect(asked).rejects.toMatchObject({ status: 401 });
  expect(isCounted).toBe(true);
});

const allowed = { ...full, result: "allowed" as const };

test("so many cookies are known, and the oldest are forgotten", () => {
  const known = new RecentSet(2);
  for (const each of ["a", "b", "b", "c"]) known.add(each);
  expect([...known]).toEqual(["b", "c"]);
});
