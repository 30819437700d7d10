import { expect, test } from "vitest";
import type { Route } from "../../../api/private/route.ts";
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
  expect(reads.filter((route) => readUnits[route] === undefined).toSorted()).toEqual([]);
});

test("what can read a hundred units or more counts for as much, also where it changes something", () => {
  const described: [string, Route][] = Object.entries(privateRoutes);
  const dear = [
    ...Object.entries(readUnits),
    ...described.map(([key, { readUnits = 0 }]) => [key, readUnits] as const),
  ].filter(([, units]) => units >= 100);
  const paths = dear.map(([key]) =>
    key
      .replace("/api/organizations/{organizationId}", "")
      .replace(/\/api|\/\{organizationId\}/g, ""),
  );
  expect(paths.toSorted()).toEqual([
    "GET /alerts",
    "GET /alerts/firings",
    "GET /alerts/targets",
    "GET /counters",
    "GET /deletion",
    "GET /organization/audit",
    "GET /setup/counters",
    "GET /setup/counters/live",
    "GET /setup/groups",
    "GET /setup/groups/{groupId}/counters",
    "GET /webhooks/deliveries",
    "GET /webhooks/endpoints",
    "GET /webhooks/endpoints/{endpointId}",
    "GET /webhooks/endpoints/{endpointId}/responses",
    "GET /webhooks/events",
    "PATCH /webhooks/endpoints/{endpointId}",
    "POST /setup/imports",
    "POST /setup/imports/preview",
    "POST /webhooks/deliveries/resend",
    "POST /webhooks/endpoints/{endpointId}/pause",
    "POST /webhooks/endpoints/{endpointId}/recover",
    "POST /webhooks/endpoints/{endpointId}/secret",
  ]);
});
