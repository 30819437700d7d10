import { expect, test } from "vitest";
import { consoleSurface } from "../../../lambdas/functions/console.ts";
import { readUnits, readUnitsOf } from "../../../lambdas/private-api/read-units.ts";

const routes = consoleSurface.functions.flatMap(({ routes }) =>
  routes.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`)),
);

test("every route that counts for more exists, and what only writes counts for nothing", () => {
  expect(Object.keys(readUnits).filter((key) => !routes.includes(key))).toEqual([]);
  expect(readUnitsOf("GET /api/counters/{counterId}")).toBe(5);
  const taps = "POST /api/organizations/{organizationId}/counters/{counterId}/taps";
  expect(readUnitsOf(taps)).toBe(0);
});

test("a GET that counts for no more than an item or two is one of these", () => {
  const reads = routes.filter((route) => route.startsWith("GET /api/"));
  const ofOrganization = "GET /api/organizations/{organizationId}";
  expect(reads.filter((route) => readUnits[route] === undefined).toSorted()).toEqual([
    "GET /api/counters/{counterId}",
    "GET /api/gates/{gateId}",
    "GET /api/gates/{gateId}/counters/{counterId}",
    ofOrganization,
    `${ofOrganization}/alerts/{alertId}`,
    `${ofOrganization}/counters/{counterId}`,
    `${ofOrganization}/counters/{counterId}/embeds`,
    `${ofOrganization}/deliveries/{deliveryId}`,
    `${ofOrganization}/gates`,
    `${ofOrganization}/groups/{groupId}`,
    `${ofOrganization}/invitations`,
    `${ofOrganization}/members`,
    "GET /api/session",
  ]);
});
