import { expect, test } from "vitest";
import { privateRoutes } from "../../../api/private/routes.ts";
import { consoleSurface } from "../../../lambdas/functions/console.ts";
import { readUnits } from "../../../lambdas/private-api/read-units.ts";

const routes = consoleSurface.functions.flatMap(({ routes }) =>
  routes.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`)),
);

test("every route that counts for more exists, and what only writes counts for nothing", () => {
  expect(Object.keys(readUnits).filter((key) => !routes.includes(key))).toEqual([]);
});

test("a GET that counts for no more than an item or two is one of these", () => {
  const described = Object.keys(privateRoutes);
  const reads = routes.filter((key) => key.startsWith("GET /api/") && !described.includes(key));
  const ofOrganization = "GET /api/organizations/{organizationId}";
  expect(reads.filter((route) => readUnits[route] === undefined).toSorted()).toEqual([
    ofOrganization,
    `${ofOrganization}/alerts/{alertId}`,
    `${ofOrganization}/counters/{counterId}/embeds`,
    `${ofOrganization}/deliveries/{deliveryId}`,
    `${ofOrganization}/gates`,
    `${ofOrganization}/groups/{groupId}`,
    `${ofOrganization}/invitations`,
    `${ofOrganization}/members`,
    "GET /api/session",
  ]);
});
