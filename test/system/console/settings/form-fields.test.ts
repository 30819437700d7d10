import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import * as z from "zod";
import type { RouteKey } from "../../../../api/private/route.ts";
import { createOrganization } from "../../service.ts";
import { type ConsoleUser, consoleUser, setupPath } from "../counters/console-user.ts";

// A form whose response was lost is sent again, perhaps with another value in one field. What the first
// request made must not pass for what the second one asks for.

async function counterOf(user: ConsoleUser): Promise<string> {
  return (
    await user.expectStatus(201, "POST", `${setupPath}/counters`, { name: "Gate", goalTarget: 9 })
  ).id;
}

interface Form {
  what: string;
  route: RouteKey;
  body: (counterId: string) => object;
  /** Each is a field that the second request sends with another value. */
  others: (otherCounterId: string) => object[];
}

const forms: Form[] = [
  {
    what: "gate link",
    route: "POST /api/organization/{organizationId}/gates",
    body: (counterId) => ({ name: "North", counterIds: [counterId], endsAt: null }),
    others: (counterId) => [{ endsAt: "2999-01-01T00:00:00.000Z" }, { counterIds: [counterId] }],
  },
  {
    what: "invitation",
    route: "POST /api/organization/{organizationId}/invitations",
    body: () => ({ email: "kim@people.example", role: "member" }),
    others: () => [{ role: "admin" }],
  },
  {
    what: "endpoint",
    route: "POST /api/webhooks/{organizationId}/endpoints",
    body: () => ({ url: "https://localhost:8443/", events: ["counter.increment"] }),
    others: () => [{ events: ["counter.decrement"] }],
  },
  {
    what: "counter",
    route: "POST /api/setup/{organizationId}/counters",
    body: () => ({ name: "Gate" }),
    others: () => [{ mode: "increment-only" }, { incrementStep: 2 }, { goalTarget: 5 }],
  },
  {
    what: "group",
    route: "POST /api/setup/{organizationId}/groups",
    body: () => ({ name: "Hall", capacity: 5 }),
    others: () => [{ capacity: 6 }],
  },
  {
    what: "alert",
    route: "POST /api/alerts/{organizationId}",
    body: (targetId) => ({
      name: "Full",
      scope: "counter",
      targetId,
      kind: "percent",
      percent: 50,
    }),
    others: (targetId) => [{ targetId }, { percent: 60 }, { rearmBelow: 1 }],
  },
];

test.each(forms)("a form of one $what is refused for another in any field", async (form) => {
  const user = await consoleUser("admin", await createOrganization("enterprise"));
  const counterIds = [await counterOf(user), await counterOf(user)] as const;
  const body = { ...form.body(counterIds[0]), formId: randomUUID() };
  const send = async (changed: object) => {
    const response = await user.request<RouteKey>(form.route, {}, { ...body, ...changed });
    const { code } = z.object({ code: z.string().optional() }).parse(await response.json());
    return [response.status, code];
  };
  expect(await send({})).toEqual([201, undefined]);
  for (const other of form.others(counterIds[1])) {
    expect([other, await send(other)]).toEqual([other, [409, "CREATED_ALREADY"]]);
  }
  expect(await send({})).toEqual([200, undefined]);
});
