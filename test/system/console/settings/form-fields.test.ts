import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createOrganization } from "../../service.ts";
import { type ConsoleUser, consoleUser } from "../counters/console-user.ts";

// A form whose response was lost is sent again, perhaps with another value in one field. What the first
// request made must not pass for what the second one asks for.

async function counterOf(user: ConsoleUser): Promise<string> {
  return (await user.expectStatus(201, "POST", "/counters", { name: "Gate", goalTarget: 9 })).id;
}

interface Form {
  what: string;
  path: string;
  body: (counterId: string) => object;
  /** Each is a field that the second request sends with another value. */
  others: (otherCounterId: string) => object[];
}

const forms: Form[] = [
  {
    what: "gate link",
    path: "/gates",
    body: (counterId) => ({ name: "North", counterIds: [counterId], endsAt: null }),
    others: (counterId) => [{ endsAt: "2999-01-01T00:00:00.000Z" }, { counterIds: [counterId] }],
  },
  {
    what: "invitation",
    path: "/invitations",
    body: () => ({ email: "kim@people.example", role: "member" }),
    others: () => [{ role: "admin" }],
  },
  {
    what: "endpoint",
    path: "/api/webhooks/{organizationId}/endpoints",
    body: () => ({ url: "https://localhost:8443/", events: ["counter.increment"] }),
    others: () => [{ events: ["counter.decrement"] }],
  },
  {
    what: "counter",
    path: "/counters",
    body: () => ({ name: "Gate" }),
    others: () => [{ mode: "increment-only" }, { incrementStep: 2 }, { goalTarget: 5 }],
  },
  {
    what: "group",
    path: "/groups",
    body: () => ({ name: "Hall", capacity: 5 }),
    others: () => [{ capacity: 6 }],
  },
  {
    what: "alert",
    path: "/api/alerts/{organizationId}",
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
  await user.expectStatus(201, "POST", form.path, body);
  for (const other of form.others(counterIds[1])) {
    const refused = await user.expectStatus(409, "POST", form.path, { ...body, ...other });
    expect([other, refused.code]).toEqual([other, "CREATED_ALREADY"]);
  }
  await user.expectStatus(200, "POST", form.path, body);
});
