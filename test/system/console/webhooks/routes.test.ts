import { beforeAll, describe, expect, test } from "vitest";
import { deliveryRoutes, eventRoutes } from "../../../../api/private/deliveries.ts";
import { endpointRoutes } from "../../../../api/private/webhooks.ts";
import { askConsole } from "../../service.ts";
import { testAuthorization } from "../endpoint-table.ts";
import { ask, createStaff, routes, type Staff } from "./webhook-routes.ts";

let staff: Staff;
let others: Staff;
let free: Staff;

beforeAll(async () => {
  [staff, others, free] = await Promise.all([createStaff(), createStaff(), createStaff("free")]);
});

const cases = routes.map((route) => [route.name, route] as const);
const creation = "POST /api/webhooks/{organizationId}/endpoints";

test("every route of webhooks is among those below; making an endpoint has tests of its own", () => {
  const all = Object.keys({ ...endpointRoutes, ...deliveryRoutes, ...eventRoutes });
  const tested = new Set([creation, ...routes.map(({ route }) => route)]);
  expect([...tested].toSorted()).toEqual(all.toSorted());
});

describe.each(cases)("%s", (_, route) => {
  test("as admin, the least role that may", async () => {
    const response = await ask(route, staff, { cookie: staff.admin.cookie });
    const body = await response.json();
    expect([response.status, body]).toEqual([expect.toBeOneOf([200, 201]), expect.anything()]);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(JSON.stringify(body)).not.toMatch(/sealedSecret|wrappedKey|fencingToken/);
  });

  test("on the free plan: the plan is named that is needed", async () => {
    const targetId = route.target === undefined ? "" : await route.target(staff);
    const response = await ask(route, free, { cookie: free.owner.cookie, targetId });
    const error = "Webhooks need the Pro or Enterprise plan";
    const refusal = { error, code: "PLAN_REQUIRED", requiredPlan: "pro" };
    expect([response.status, await response.json()]).toEqual([403, refusal]);
  });

  if (route.target !== undefined) {
    test("with an id of another organization: as if it did not exist", async () => {
      const foreign = (await route.target?.(others)) ?? "";
      const unknown = `${foreign.slice(0, 4)}${"0".repeat(foreign.length - 4)}`;
      const found = await Promise.all(
        [foreign, unknown, "x", "__proto__", "🚪", "a%2Fb"].map(async (targetId) => {
          const response = await ask(route, staff, { cookie: staff.owner.cookie, targetId });
          return [response.status, await response.text()];
        }),
      );
      expect(new Set(found.map(String)).size).toBe(1);
      expect(found[0]?.[0]).toBe(404);
    });
  }
});

testAuthorization(routes, { ask, createStaff });

test.each([
  ["POST", "/endpoints", {}],
  ["POST", "/endpoints", { url: "https://example.com/", events: [] }],
  ["POST", "/endpoints", { url: "https://example.com/", events: ["counter.sideways"] }],
  ["POST", "/endpoints", { url: "http://example.com/", events: ["counter.increment"] }],
  ["POST", "/endpoints", { url: "https://10.0.0.1/", events: ["counter.increment"] }],
  ["PATCH", `/endpoints/end_${"0".repeat(20)}`, { settings: {} }],
  ["POST", "/deliveries/resend", { deliveryIds: [] }],
  ["POST", "/deliveries/resend", { deliveryIds: ["dlv_x"] }],
  ["POST", "/deliveries/resend", { deliveryIds: Array(26).fill(`dlv_${"0".repeat(48)}`) }],
  ["GET", "/deliveries?state=lost", undefined],
  ["GET", "/deliveries?counter=x", undefined],
  ["GET", "/deliveries?endpoint=end_x", undefined],
  ["GET", "/deliveries?from=x", undefined],
  ["GET", "/events", undefined],
  ["GET", "/events?of=counter&counter=x", undefined],
])("%s %s %j is a request that is wrong, once the plan allows it", async (method, path, body) => {
  const send = ({ organization, owner }: Staff) =>
    askConsole(`/api/webhooks/${organization.id}${path}`, {
      cookie: owner.cookie,
      method: method as "GET",
      ...(body !== undefined && { body }),
    });
  const response = await send(staff);
  const error = { error: expect.stringMatching(/^Invalid request: /) };
  expect([response.status, await response.json()]).toEqual([400, expect.objectContaining(error)]);
  expect((await send(free)).status).toBe(403);
});
