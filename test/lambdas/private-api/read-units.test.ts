import { expect, test } from "vitest";
import type { Route } from "../../../api/private/route.ts";
import { privateRoutes } from "../../../api/private/routes.ts";

test("what can read a hundred units or more counts for as much, also where it changes something", () => {
  const described: [string, Route][] = Object.entries(privateRoutes);
  const dear = described.filter(([, { readUnits = 0 }]) => readUnits >= 100);
  const paths = dear.map(([key]) => key.replace(/\/api|\/\{organizationId\}/g, ""));
  expect(paths.toSorted()).toEqual([
    "GET /alerts",
    "GET /alerts/firings",
    "GET /alerts/targets",
    "GET /charts/levels",
    "GET /deletion",
    "GET /organization/audit",
    "GET /organization/notifications/alert-hearers",
    "GET /organizations/counters",
    "GET /overview",
    "GET /overview/usual",
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
    "POST /setup/charts/redraw",
    "POST /setup/imports",
    "POST /setup/imports/preview",
    "POST /webhooks/deliveries/resend",
    "POST /webhooks/endpoints",
    "POST /webhooks/endpoints/{endpointId}/pause",
    "POST /webhooks/endpoints/{endpointId}/recover",
    "POST /webhooks/endpoints/{endpointId}/secret",
  ]);
});
