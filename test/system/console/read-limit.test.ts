import { expect, test } from "vitest";
import { memberReadLimit } from "../../../core/rate-limits.ts";
import { readUnits } from "../../../lambdas/private-api/read-units.ts";
import { consoleUser } from "./counters/console-user.ts";

const units = readUnits["GET /api/organizations/{organizationId}/endpoints"] ?? 0;
const most = memberReadLimit.perMinute / units;

test("somebody who reads far more than the pages do is limited for the minute, and nobody else", async () => {
  const user = await consoleUser();
  const colleague = await consoleUser("admin", user.organization);
  let limited: Response | undefined;
  let allowed = 0;
  // The clock's minute may end in between.
  while (limited === undefined && allowed <= 2 * most) {
    const asked = Array.from({ length: 10 }, () => user.ask("GET", "/endpoints"));
    for (const response of await Promise.all(asked)) {
      if (response.status === 429) limited = response;
      else allowed += 1;
    }
  }
  expect(allowed).toBeGreaterThanOrEqual(most - 10);
  expect(limited?.status).toBe(429);
  const seconds = Number(limited?.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(await limited?.json()).toEqual({
    error: expect.stringMatching(/^Too many requests in this minute; retry in \d+ s$/),
    code: "RATE_LIMITED",
  });
  await colleague.expectStatus(200, "GET", "/endpoints");
});
