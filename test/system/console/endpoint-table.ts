import { beforeAll, describe, expect, test } from "vitest";
import type { Route } from "../../../api/private/route.ts";
import { privateRoutes } from "../../../api/private/routes.ts";
import { actions, may, type Role, roles } from "../../../core/members/role.ts";
import { askConsole } from "../service.ts";
import {
  ask,
  createStaff,
  createStranger,
  type Endpoint,
  type RequestOf,
  type Staff,
} from "./organization-endpoints.ts";

const unknownOrganization = "org_0123456789ABCDEFGHIJ";

const described = new Map(Object.entries<Route>(privateRoutes));

/**
 * Asks for each endpoint as the least of the roles that may, and as those that only its own rule
 * refuses, and with ids of others; and once in each area what its function refuses for all its routes.
 */
export function testEndpoints(endpoints: Endpoint[]): void {
  let staff: Staff;
  let others: Staff;

  beforeAll(async () => {
    [staff, others] = await Promise.all([createStaff(), createStaff()]);
  });

  test.each(named(endpoints))("%s: works for the least role that may", async (_, endpoint) => {
    const role = (endpoint.roles ?? rolesOf(endpoint)).at(-1) ?? "owner";
    const response = await ask(endpoint, staff, { cookie: staff[role].cookie });
    const body = await response.json();
    expect([response.status, body]).toEqual([expect.toBeOneOf([200, 201]), expect.anything()]);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  const ofOwnRule = endpoints.flatMap((endpoint) =>
    rolesOf(endpoint)
      .filter((role) => endpoint.roles !== undefined && !endpoint.roles.includes(role))
      .map((role) => [endpoint.name, role, endpoint] as const),
  );
  if (ofOwnRule.length > 0) {
    test.each(ofOwnRule)("%s: refused as %s, by its own rule", async (_, role, endpoint) => {
      const { cookie } = staff[role];
      await expectRoleRefused(await ask(endpoint, staff, { cookie }));
    });
  }

  // What an id names is looked up by each route for itself.
  const withTarget = endpoints.filter(({ target }) => target !== undefined);
  test.each(named(firstOfEach(withTarget, ({ route }) => route)))(
    "%s: with an id of another organization, as if it did not exist",
    async (_, endpoint) => {
      const foreign = (await endpoint.target?.(others)) ?? "";
      const unknown = `${foreign.slice(0, 4)}0123456789ABCDEFGHIJ`;
      const found = await Promise.all(
        [foreign, unknown, "x", "__proto__", "🚪", "a%2Fb"].map(async (targetId) => {
          const response = await ask(endpoint, staff, { cookie: staff.owner.cookie, targetId });
          return [response.status, await response.text()];
        }),
      );
      expect(new Set(found.map(String)).size).toBe(1);
      expect(found[0]?.[0]).toBe(404);
    },
  );

  testAuthorization(endpoints, { ask, createStaff });
}

/** How the endpoints of a table are asked. */
interface Asking {
  ask: (endpoint: Endpoint, staff: Staff, request?: RequestOf) => Promise<Response>;
  createStaff: () => Promise<Staff>;
}

/**
 * Asks each area as the roles that its routes' descriptions refuse, signed out, from elsewhere and in
 * other organizations: an area has one function, which authorizes all its routes alike.
 */
export function testAuthorization(endpoints: Endpoint[], asking: Asking): void {
  let staff: Staff;
  let others: Staff;

  beforeAll(async () => {
    [staff, others] = await Promise.all([asking.createStaff(), asking.createStaff()]);
  });

  const refused = roles.flatMap((role) => {
    const those = endpoints.filter((endpoint) => !rolesOf(endpoint).includes(role));
    return firstOfEach(those, areaOf).map((endpoint) => [endpoint.name, role, endpoint] as const);
  });
  test.each(refused)("%s: refused as %s, by its description", async (_, role, endpoint) => {
    const { cookie } = staff[role];
    await expectRoleRefused(await asking.ask(endpoint, staff, { cookie }));
  });

  describe.each(named(firstOfEach(endpoints, areaOf)))("%s", (_, endpoint) => {
    test("signed out, or with an invalid session", async () => {
      const invalid = ["__Host-session=x", `${staff.owner.cookie.slice(0, -1)}!`];
      for (const session of [{}, ...invalid.map((cookie) => ({ cookie }))]) {
        const response = await asking.ask(endpoint, staff, session);
        expect([response.status, await response.json()]).toEqual([401, { error: "Sign in first" }]);
      }
    });

    test("in another organization: as if it did not exist", async () => {
      const targetId = (await endpoint.target?.(others)) ?? "";
      const { cookie } = staff.owner;
      const found = await Promise.all(
        [others.organization.id, unknownOrganization, "org_x", "__proto__"].map(
          async (organizationId) => {
            const request = { cookie, organizationId, targetId };
            const response = await asking.ask(endpoint, others, request);
            return [response.status, await response.text()];
          },
        ),
      );
      expect(new Set(found.map(String)).size).toBe(1);
      expect(found[0]?.[0]).toBe(404);
    });

    test("for a person without organizations", async () => {
      const { cookie } = await createStranger();
      expect((await asking.ask(endpoint, staff, { cookie })).status).toBe(404);
    });
  });

  const changes = endpoints.filter(({ route }) => !route.startsWith("GET "));
  test.each(named(firstOfEach(changes, areaOf)))(
    "%s: not from another site",
    async (_, { route }) => {
      const [method, path = ""] = route.split(" ");
      const where = path.replace("{organizationId}", staff.organization.id).replace(/\{\w+\}/, "x");
      const changing = { cookie: staff.owner.cookie, method: method as "POST" };
      const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
      const crossed = await askConsole(where, { ...changing, headers: foreign });
      expect(crossed.status).toBe(403);
      const form = { "content-type": "application/x-www-form-urlencoded" };
      expect((await askConsole(where, { ...changing, headers: form })).status).toBe(415);
    },
  );
}

/** The roles that a route's description lets ask for it; test/api/private/who-may-ask.test.ts has them all. */
function rolesOf({ route }: Endpoint): Role[] {
  const access = described.get(route)?.access;
  return roles.filter((role) => actions.some((action) => action === access && may(role, action)));
}

function areaOf({ route }: Endpoint): string | undefined {
  return route.split("/")[2];
}

function firstOfEach(endpoints: Endpoint[], groupOf: (endpoint: Endpoint) => unknown): Endpoint[] {
  return [...Map.groupBy(endpoints, groupOf).values()].flatMap(([first]) => first ?? []);
}

function named(endpoints: Endpoint[]) {
  return endpoints.map((endpoint) => [endpoint.name, endpoint] as const);
}

async function expectRoleRefused(response: Response): Promise<void> {
  const refusal = { error: expect.stringContaining("role") };
  expect([response.status, await response.json()]).toEqual([403, refusal]);
  expect(response.headers.get("cache-control")).toBe("no-store");
}
