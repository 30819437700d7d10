import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { expect, test } from "vitest";
import * as z from "zod";
import type { Route, Routes } from "../../../api/private/route.ts";
import { privateRoutes } from "../../../api/private/routes.ts";
import { ApiError } from "../../../core/api-error.ts";
import { consoleSurface } from "../../../lambdas/functions/console.ts";
import { areaHandler } from "../../../lambdas/private-api/area-handler.ts";
import type { MemberAccess } from "../../../lambdas/private-api/member-access.ts";

const consoleUrl = "https://console.example";

const refuse = () => Promise.reject(new ApiError(401, "Sign in first"));
const signedOut: MemberAccess = {
  ...{ person: refuse, member: refuse, polledMember: refuse, memberDuringDeletion: refuse },
};

const routes = {
  "GET /api/things/{organizationId}": { access: "see_counters", reply: z.object({}) },
  "GET /api/things/all": { access: "anyone", reply: z.object({ which: z.string() }) },
  "GET /api/things/{organizationId}/{thingId}": {
    access: "anyone",
    reply: z.object({ thingId: z.string() }),
  },
  "GET /api/things/{organizationId}/live": { access: "anyone", reply: z.object({}) },
  "PATCH /api/things/{organizationId}/{thingId}": {
    access: "anyone",
    body: z.object({ name: z.string() }),
    reply: z.object({}),
  },
  "GET /api/things/{organizationId}/{thingId}/parts": {
    access: "see_counters",
    checksAccess: true,
    query: z.object({ from: z.string() }),
    reply: z.object({}),
  },
} satisfies Routes;

const handler = areaHandler(
  { routes, consoleUrl, access: signedOut },
  {
    "GET /api/things/{organizationId}": async () => ({ body: {} }),
    "GET /api/things/all": async () => ({ body: { which: "all" }, statusCode: 201 }),
    "GET /api/things/{organizationId}/{thingId}": async ({ path: { thingId } }) => {
      const stored = { thingId, secretHash: "never shown" };
      return { body: stored };
    },
    "GET /api/things/{organizationId}/live": async () => ({ body: {} }),
    "PATCH /api/things/{organizationId}/{thingId}": async () => ({ body: {} }),
    "GET /api/things/{organizationId}/{thingId}/parts": async () => ({ body: {} }),
  },
);

async function ask(
  method: string,
  rawPath: string,
  headers: Record<string, string> = {},
  area = handler,
) {
  const event = {
    rawPath,
    rawQueryString: "",
    headers,
    body: "{}",
    isBase64Encoded: false,
    requestContext: { requestId: "1", routeKey: "ANY", http: { method } },
  } as unknown as APIGatewayProxyEventV2;
  const context = { getRemainingTimeInMillis: () => 5_000 } as Context;
  const { statusCode, headers: sent, body } = await area(event, context);
  return { status: statusCode, allow: sent?.allow, body: JSON.parse(body ?? "") };
}

test("a response has the fields of its schema and no others", async () => {
  expect(await ask("GET", "/api/things/org_1/7")).toMatchObject({
    status: 200,
    body: { thingId: "7" },
  });
});

test("a literal path comes before one with a parameter, and a route may say its status", async () => {
  expect(await ask("GET", "/api/things/all")).toMatchObject({
    status: 201,
    body: { which: "all" },
  });
});

test.each(["/api/things", "/api/things/", "/api/things//7", "/api/things/a/b/c"])(
  "%s is unknown, whoever asks",
  async (path) => {
    expect((await ask("GET", path)).status).toBe(404);
  },
);

test("another method is refused with those that there are, before the session is read", async () => {
  expect(await ask("DELETE", "/api/things/org_1")).toMatchObject({ status: 405, allow: "GET" });
  expect(await ask("POST", "/api/things/org_1/7")).toMatchObject({
    status: 405,
    allow: "GET, PATCH",
    body: { error: "This path accepts GET and PATCH, not POST" },
  });
});

test("a literal path has its own methods, and none of the path with a parameter", async () => {
  expect(await ask("PATCH", "/api/things/org_1/live")).toMatchObject({ status: 405, allow: "GET" });
});

test("a change must come from the console, and its body must fit", async () => {
  const path = "/api/things/org_1/7";
  expect((await ask("PATCH", path)).status).toBe(403);
  expect((await ask("PATCH", path, { origin: consoleUrl })).status).toBe(415);
  const json = { origin: consoleUrl, "content-type": "application/json" };
  expect(await ask("PATCH", path, json)).toMatchObject({
    status: 400,
    body: { code: "INVALID_BODY" },
  });
});

test("a query that does not fit is refused only to those who may ask", async () => {
  expect((await ask("GET", "/api/things/org_1/7/parts")).status).toBe(401);
});

test("only whoever is signed in reaches a route for members", async () => {
  expect((await ask("GET", "/api/things/org_1")).status).toBe(401);
});

/** Refuses everybody, and notes what it is asked. */
function notingAccess(asked: unknown[]): MemberAccess {
  const note =
    (how: keyof MemberAccess) =>
    (_event: unknown, ...of: unknown[]) => {
      asked.push([how, ...of]);
      return refuse();
    };
  return {
    person: note("person"),
    member: note("member"),
    polledMember: note("polledMember"),
    memberDuringDeletion: note("memberDuringDeletion"),
  };
}

const byMembers: Route = { access: "manage_keys", readUnits: 20, reply: z.object({}) };

test.each<[how: keyof MemberAccess, described: Route]>([
  ["member", byMembers],
  ["polledMember", { ...byMembers, isPolled: true }],
  ["memberDuringDeletion", { ...byMembers, duringDeletion: true }],
  ["person", { ...byMembers, access: "person" }],
])("as %s is authorized what a route's description asks for", async (how, route) => {
  const asked: unknown[] = [];
  const path = "/api/things/{organizationId}";
  const noting = areaHandler(
    { routes: { [`GET ${path}`]: route }, consoleUrl, access: notingAccess(asked) },
    { [`GET ${path}`]: async () => ({ body: {} }) },
  );
  expect((await ask("GET", "/api/things/org_1", {}, noting)).status).toBe(401);
  const action = route.access === "person" ? [] : [route.access];
  expect(asked).toMatchObject([[how, ...action, { readUnits: 20 }]]);
});

test("every private route reaches one function, by its own route or by its area's", () => {
  const served = consoleSurface.functions.flatMap(({ routes: all }) =>
    all.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`)),
  );
  for (const key of Object.keys(privateRoutes)) {
    const area = /^\w+ (\/api\/[a-z-]+)/.exec(key)?.[1];
    const ways = [key, `ANY ${area}/{proxy+}`].filter((way) => served.includes(way));
    expect([key, ways.length]).toEqual([key, 1]);
    if (ways[0] !== key) expect(served).toContain(`ANY ${area}`);
  }
});
