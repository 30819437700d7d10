import { beforeAll, describe, expect, test } from "vitest";
import type { Route } from "../../../api/private/route.ts";
import { privateRoutes } from "../../../api/private/routes.ts";
import { actions, may, type Role, roles } from "../../../core/members/role.ts";
import { createStaff, type Staff } from "../people-service.ts";
import {
  type AskedRoute,
  askedRoutes,
  askFor,
  invitationOf,
  memberOf,
  newInvitation,
  oneOfEachArea,
} from "./asked-routes.ts";

// Who may ask for which route follows from the descriptions: test/api/private/who-may-ask.test.ts has
// them all. Here each route works once, and each area's function, which authorizes all its routes
// alike, refuses once whom it must.

const keys = Object.keys(askedRoutes) as AskedRoute[];
const unknownOrganization = "org_0123456789ABCDEFGHIJ";

let staff: Staff;
let others: Staff;

beforeAll(async () => {
  [staff, others] = await Promise.all([createStaff(), createStaff()]);
});

/** The roles that a route's description lets ask for it. */
function rolesOf(key: AskedRoute): Role[] {
  const { access }: Route = privateRoutes[key];
  return roles.filter((role) => actions.some((action) => action === access && may(role, action)));
}

async function expectRoleRefused(response: Response): Promise<void> {
  const refusal = { error: expect.stringContaining("role") };
  expect([response.status, await response.json()]).toEqual([403, refusal]);
  expect(response.headers.get("cache-control")).toBe("no-store");
}

/** What is the same for all of these is all that a person learns. */
async function expectSame404(asked: Promise<Response>[]): Promise<void> {
  const responses = await Promise.all(asked);
  const found = responses.map(async (each) => `${each.status} ${await each.text()}`);
  expect([...new Set(await Promise.all(found))]).toEqual([expect.stringMatching(/^404 /)]);
}

test.each(keys)(
  "%s works for the least role that may, with the response of its schema",
  async (key) => {
    // A member may only remove themselves.
    const role =
      key.startsWith("DELETE") && key.includes("/members/") ? "admin" : rolesOf(key).at(-1);
    const response = await askFor(key, staff, { cookie: staff[role ?? "owner"].cookie });
    const body = await response.json();
    // Nothing but what the route's schema says.
    const { reply }: Route = privateRoutes[key];
    expect([response.status, body]).toEqual([expect.toBeOneOf([200, 201]), reply.parse(body)]);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(JSON.stringify(body)).not.toMatch(/sealedSecret|wrappedKey|fencingToken|Hash"/);
  },
);

// What an id names is looked up by each route for itself.
test.each(keys.filter((key) => askedRoutes[key].id !== undefined))(
  "%s with an id of another organization, as if it did not exist",
  async (key) => {
    const foreign = (await askedRoutes[key].id?.(others)) ?? "";
    const unknown = `${foreign.slice(0, 4)}${"0".repeat(foreign.length - 4)}`;
    const { cookie } = staff.owner;
    const ids = [foreign, unknown, "__proto__"];
    await expectSame404(ids.map((id) => askFor(key, staff, { cookie, id })));
  },
);

test.each(
  roles.flatMap((role) =>
    oneOfEachArea(keys.filter((key) => !rolesOf(key).includes(role))).map(
      (key) => [key, role] as const,
    ),
  ),
)("%s is refused as %s", async (key, role) => {
  await expectRoleRefused(await askFor(key, staff, { cookie: staff[role].cookie }));
});

const members = "/api/organization/{organizationId}/members/{memberId}";
const invitations = "/api/organization/{organizationId}/invitations";
test.each<
  [what: string, key: AskedRoute, newId: ReturnType<typeof memberOf> | null, sent?: object]
>([
  ["remove an owner", `DELETE ${members}`, memberOf("owner")],
  ["make an owner an admin", `PATCH ${members}`, memberOf("owner"), { role: "admin" }],
  ["make a member an owner", `PATCH ${members}`, memberOf("member"), { role: "owner" }],
  ["invite an owner", `POST ${invitations}`, null, newInvitation("owner")()],
  [
    "revoke the invitation of an owner",
    `DELETE ${invitations}/{invitationId}`,
    invitationOf("owner"),
  ],
])("only owners %s", async (_, key, newId, sent) => {
  const id = (await newId?.(staff)) ?? "";
  const asked = ({ cookie }: { cookie: string }) =>
    askFor(key, staff, { cookie, id, ...(sent && { sent }) });
  await expectRoleRefused(await asked(staff.admin));
  expect((await asked(staff.owner)).status).toBeOneOf([200, 201]);
});

describe.each(oneOfEachArea(keys))("%s", (key) => {
  test("signed out, or with an invalid session", async () => {
    for (const session of [{}, { cookie: `${staff.owner.cookie.slice(0, -1)}!` }]) {
      const response = await askFor(key, staff, session);
      expect([response.status, await response.json()]).toEqual([401, { error: "Sign in first" }]);
    }
  });

  test("in another organization: as if it did not exist", async () => {
    const { cookie } = staff.owner;
    const ids = [others.organization.id, unknownOrganization];
    await expectSame404(
      ids.map((organizationId) => askFor(key, others, { cookie, organizationId })),
    );
  });
});

test.each(oneOfEachArea(keys.filter((key) => !key.startsWith("GET "))))(
  "%s is refused from another site, and as a form sends it",
  async (key) => {
    const { cookie } = staff.owner;
    const from = (headers: Record<string, string>) =>
      askFor(key, staff, { cookie, headers, id: "x" });
    const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    expect((await from(foreign)).status).toBe(403);
    expect((await from({ "content-type": "application/x-www-form-urlencoded" })).status).toBe(415);
  },
);

test.each([
  "GET /api/webhooks/{organizationId}/endpoints",
  "POST /api/webhooks/{organizationId}/endpoints",
] as const)("%s on the free plan: the plan is named that is needed", async (key) => {
  const free = await createStaff("free");
  const response = await askFor(key, free, { cookie: free.owner.cookie });
  const error = "Webhooks need the Pro or Enterprise plan";
  const refusal = { error, code: "PLAN_REQUIRED", requiredPlan: "pro" };
  expect([response.status, await response.json()]).toEqual([403, refusal]);
});
