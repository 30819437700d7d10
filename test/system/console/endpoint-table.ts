import { beforeAll, describe, expect, test } from "vitest";
import { askConsole } from "../service.ts";
import {
  ask,
  createStaff,
  createStranger,
  type Endpoint,
  type Staff,
} from "./organization-endpoints.ts";

const unknownOrganization = "org_0123456789ABCDEFGHIJ";

/** Asks for each endpoint as every role, signed out, from elsewhere and with ids of others. */
export function testEndpoints(endpoints: Endpoint[]): void {
  let staff: Staff;
  let others: Staff;

  beforeAll(async () => {
    [staff, others] = await Promise.all([createStaff(), createStaff()]);
  });

  describe.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    "%s",
    (_, endpoint) => {
      test.each(["owner", "admin", "member"] as const)("as %s", async (role) => {
        const response = await ask(endpoint, staff, { cookie: staff[role].cookie });
        const body = await response.json();
        if (endpoint.roles.includes(role)) {
          expect([response.status, body]).toEqual([
            expect.toBeOneOf([200, 201]),
            expect.anything(),
          ]);
        } else {
          expect([response.status, body]).toEqual([
            403,
            { error: expect.stringContaining("role") },
          ]);
        }
        expect(response.headers.get("cache-control")).toBe("no-store");
      });

      test("signed out, or with an invalid session", async () => {
        for (const cookie of [
          undefined,
          "__Host-session=x",
          `${staff.owner.cookie.slice(0, -1)}!`,
        ]) {
          const response = await ask(endpoint, staff, { ...(cookie !== undefined && { cookie }) });
          expect([response.status, await response.json()]).toEqual([
            401,
            { error: "Sign in first" },
          ]);
        }
      });

      test("in another organization: as if it did not exist", async () => {
        const targetId = await endpoint.target?.(others);
        const found = await Promise.all(
          [others.organization.id, unknownOrganization, "org_x", "__proto__"].map(
            async (organizationId) => {
              const { cookie } = staff.owner;
              const request = { cookie, organizationId, targetId: targetId ?? "" };
              const response = await ask(endpoint, others, request);
              return [response.status, await response.text()];
            },
          ),
        );
        expect(new Set(found.map(String)).size).toBe(1);
        expect(found[0]?.[0]).toBe(404);
      });

      test("for a person without organizations", async () => {
        const { cookie } = await createStranger();
        const response = await ask(endpoint, staff, { cookie });
        expect(response.status).toBe(404);
      });

      if (endpoint.target !== undefined) {
        test("with an id of another organization: as if it did not exist", async () => {
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
        });
      }

      test("from another site", async () => {
        if (endpoint.route.startsWith("GET ")) return;
        const [method, path = ""] = endpoint.route.split(" ");
        const where = path
          .replace("{organizationId}", staff.organization.id)
          .replace(/\{\w+\}/, "x");
        const changing = { cookie: staff.owner.cookie, method: method as "POST" };
        const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
        const crossed = await askConsole(where, { ...changing, headers: foreign });
        expect(crossed.status).toBe(403);
        const form = { "content-type": "application/x-www-form-urlencoded" };
        expect((await askConsole(where, { ...changing, headers: form })).status).toBe(415);
      });
    },
  );
}
