// @module-tag all
import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import { type Route, type RouteKey, readUnitsOf } from "../../../api/private/route.ts";
import { privateRoutes } from "../../../api/private/routes.ts";
import { limitItem, personReadLimit } from "../../../core/rate-limits.ts";
import { unitsPerWrite } from "../../../core/read-budget.ts";
import { client, outputs } from "../service.ts";
import { type ConsoleUser, consoleUser } from "./console-user.ts";

const endpoints = "GET /api/webhooks/{organizationId}/endpoints";
const units = privateRoutes[endpoints].readUnits;
const most = personReadLimit.perMinute / units;

/** A route of each function of the private API. */
const reads: [fn: string, key: keyof typeof privateRoutes][] = [
  ["manage-keys", "GET /api/keys/{organizationId}"],
  ["delete-organization", "GET /api/deletion/{organizationId}"],
  ["count-taps", "GET /api/organizations/{organizationId}/counters"],
  ["manage-counters", "GET /api/setup/{organizationId}/counters"],
  ["manage-alerts", "GET /api/alerts/{organizationId}"],
  ["manage-webhooks", "GET /api/webhooks/{organizationId}/events"],
  ["manage-organization", "GET /api/organization/{organizationId}/audit"],
  ["show-overview", "GET /api/overview/{organizationId}"],
  ["show-charts", "GET /api/charts/{organizationId}/counters/{counterId}"],
];

test.each(reads)("what %s reads counts", async (_, key) => {
  const user = await consoleUser("owner");
  const route: Route = privateRoutes[key];
  const each = readUnitsOf(key, route);
  // Each of several instances keeps up to a thousand units to itself.
  const enough = (8 * unitsPerWrite) / each;
  let asked = 0;
  while (!(await isCounted(user)) && asked < enough) {
    const response = await user.request<RouteKey>(key, { counterId: "12345678" });
    expect(response.status).toBeLessThan(500);
    asked += 1;
  }
  expect(asked).toBeLessThan(enough);
});

/** Whether what a person has read is written anywhere, in this minute or the one before. */
async function isCounted({ member }: ConsoleUser): Promise<boolean> {
  const found = await Promise.all(
    [0, 60_000].map((ago) => {
      const { limitKey } = limitItem(personReadLimit, member.personId, Date.now() - ago);
      const Key = marshall({ limitKey });
      return client.send(new GetItemCommand({ TableName: outputs.RateLimitsTable, Key }));
    }),
  );
  return found.some(({ Item }) => Item !== undefined);
}

test("a person who reads far more than the pages do is limited for the minute, and nobody else", async () => {
  const user = await consoleUser();
  const colleague = await consoleUser("admin", user.organization);
  let limited: Response | undefined;
  let allowed = 0;
  // The clock's minute may end in between.
  while (limited === undefined && allowed <= 2 * most) {
    const asked = Array.from({ length: 10 }, () => user.request(endpoints, {}));
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
  await colleague.reply(endpoints, {});
});
