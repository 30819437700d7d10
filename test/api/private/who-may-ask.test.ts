import { expect, test } from "vitest";
import type { Route } from "../../../api/private/route.ts";
import { privateRoutes } from "../../../api/private/routes.ts";
import { actions, may, type Role } from "../../../core/members/role.ts";

const routes = Object.entries<Route>(privateRoutes);
const ofOrganization = routes.filter(([key]) => key.includes("{organizationId}"));

/** The routes that a person with a role may ask for, without the organization's id. */
function routesFor(role: Role): string[] {
  return ofOrganization
    .filter(([, { access }]) => actions.some((action) => action === access && may(role, action)))
    .map(([key]) => shown(key))
    .toSorted();
}

const shown = (key: string) => key.replace("/{organizationId}", "");

test("a member sees and counts counters, chooses what to hear of, and leaves", () => {
  expect(routesFor("member")).toEqual([
    "DELETE /api/organization/members/{memberId}",
    "GET /api/charts/counters/{counterId}",
    "GET /api/charts/counters/{counterId}/history",
    "GET /api/charts/counters/{counterId}/today",
    "GET /api/charts/groups/{groupId}",
    "GET /api/charts/groups/{groupId}/today",
    "GET /api/charts/levels",
    "GET /api/organization/notifications",
    "GET /api/organizations/counters",
    "GET /api/organizations/counters/{counterId}",
    "GET /api/reports",
    "GET /api/setup/counters",
    "GET /api/setup/counters/live",
    "GET /api/setup/groups",
    "GET /api/setup/groups/{groupId}",
    "GET /api/setup/groups/{groupId}/counters",
    "PATCH /api/organization/notifications",
    "POST /api/organization/notifications/test",
    "POST /api/organizations/counters/{counterId}/taps",
    "POST /api/organizations/counters/{counterId}/undos",
  ]);
});

test("an owner may ask for everything in the organization, and an admin for all but its deletion and chat channels", () => {
  expect(routesFor("owner")).toEqual(ofOrganization.map(([key]) => shown(key)).toSorted());
  const ofAdmins = routesFor("admin");
  expect(routesFor("owner").filter((key) => !ofAdmins.includes(key))).toEqual([
    "DELETE /api/webhooks/channels/{channelId}",
    "GET /api/deletion",
    "GET /api/webhooks/channels",
    "PATCH /api/webhooks/channels/{channelId}",
    "POST /api/deletion",
    "POST /api/deletion/steps",
    "POST /api/setup/charts/redraw",
    "POST /api/webhooks/channels",
    "POST /api/webhooks/channels/{channelId}/test",
  ]);
  expect(ofAdmins).toEqual(expect.arrayContaining(routesFor("member")));
});

test("without a membership these may be asked for, and the last ones signed out", () => {
  const others = routes.filter(([key]) => !key.includes("{organizationId}"));
  const open = ({ access }: Route) => access === "anyone";
  const keysOf = (some: [string, Route][]) => some.map(([key]) => key).toSorted();
  expect(keysOf(others.filter(([, route]) => !open(route)))).toEqual([
    "GET /api/counters/{counterId}",
    "GET /api/organization/mail",
    "GET /api/session",
    "POST /api/organization/join/accept",
    "POST /api/organization/mail/resume",
  ]);
  expect(keysOf(routes.filter(([, route]) => open(route)))).toEqual([
    "GET /api/gates",
    "GET /api/gates/{gateId}",
    "GET /api/gates/{gateId}/counters/{counterId}",
    "GET /api/gates/{gateId}/counters/{counterId}/today",
    "POST /api/gates/open",
    "POST /api/gates/{gateId}/counters/{counterId}/taps",
    "POST /api/gates/{gateId}/counters/{counterId}/undos",
    "POST /api/organization/join/look",
    "POST /api/session/end",
  ]);
});

// A polled route knows for ten seconds what it has read of a person and a deletion.
test("nothing that changes something is polled", () => {
  const polled = routes.filter(([, { isPolled }]) => isPolled).map(([key]) => key);
  expect(polled.filter((key) => !key.startsWith("GET "))).toEqual([]);
  expect(polled.length).toBeGreaterThan(1);
});
