import { expect, test } from "vitest";
import { ApiError } from "../../../core/api-error.ts";
import { memberReadLimit, type RateLimit } from "../../../core/rate-limits.ts";
import { consoleSurface } from "../../../lambdas/functions/console.ts";
import { readLimit, unitsAtOnce } from "../../../lambdas/private-api/read-limit.ts";
import { readUnits, readUnitsOf } from "../../../lambdas/private-api/read-units.ts";

/** An instance whose clock stands at `nowMs`; `written` is what it has counted in the table. */
function instance({ room = Number.POSITIVE_INFINITY, fails = false } = {}) {
  const written: number[] = [];
  const clock = { nowMs: 0 };
  const rateLimits = {
    async use(limit: RateLimit, _caller: string, uses = 1) {
      expect(limit).toBe(memberReadLimit);
      if (fails) throw new Error("no table");
      const used = written.reduce((sum, each) => sum + each, 0);
      const result = used + uses > room ? ("limited" as const) : ("allowed" as const);
      if (result === "allowed") written.push(uses);
      return { result, remaining: 0, resetSeconds: 7 };
    },
  };
  const countReads = readLimit(rateLimits, { now: () => clock.nowMs });
  const status = (personId: string, units: number) =>
    countReads(personId, units).then(
      () => 200,
      (error: unknown) => (error instanceof ApiError ? error.status : error),
    );
  return { status, written, clock };
}

test("what is read is written a thousand units at a time, for each person apart", async () => {
  const { status, written } = instance();
  for (let request = 0; request < 25; request += 1) {
    expect(await status("per_1", 100)).toBe(200);
    expect(await status("per_2", 30)).toBe(200);
  }
  expect(written).toEqual([unitsAtOnce, unitsAtOnce]);
});

test("who has read too much is refused until the minute ends, and nobody else", async () => {
  const { status, written, clock } = instance({ room: 2_000 });
  expect(await status("per_1", 1_500)).toBe(200);
  expect(await status("per_1", 1_000)).toBe(429);
  // Without another write, even for what costs little.
  clock.nowMs = 6_999;
  expect(await status("per_1", 5)).toBe(429);
  expect(await status("per_2", 5)).toBe(200);
  clock.nowMs = 7_000;
  expect(await status("per_1", 5)).toBe(200);
  expect(written).toEqual([1_500]);
});

test("a table that fails limits nobody", async () => {
  const { status } = instance({ fails: true });
  expect(await status("per_1", 5_000)).toBe(200);
});

test("every route that counts for more exists, and what only writes counts for nothing", () => {
  const routes = consoleSurface.functions.flatMap(({ routes }) =>
    routes.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`)),
  );
  expect(Object.keys(readUnits).filter((key) => !routes.includes(key))).toEqual([]);
  expect(readUnitsOf("GET /api/counters/{counterId}")).toBe(5);
  const taps = "POST /api/organizations/{organizationId}/counters/{counterId}/taps";
  expect(readUnitsOf(taps)).toBe(0);
});
