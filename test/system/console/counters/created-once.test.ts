import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { RouteKey } from "../../../../api/private/route.ts";
import { createOrganization } from "../../service.ts";
import { type ConsoleUser, consoleUser, setupPath } from "./console-user.ts";

// What a page does whose response was lost: it sends the request of the same form again.

async function admin(): Promise<ConsoleUser> {
  return await consoleUser("admin", await createOrganization("enterprise"));
}

async function counterOf(user: ConsoleUser): Promise<string> {
  const setup = { name: "Watched", goalTarget: 9 };
  return (await user.expectStatus(201, "POST", `${setupPath}/counters`, setup)).id;
}

const rule = { name: "Full", scope: "counter", kind: "at_capacity" };

interface Form {
  what: string;
  create: RouteKey;
  list: RouteKey;
  body: (user: ConsoleUser) => Promise<{ name: string }>;
}

const forms: Form[] = [
  {
    what: "counter",
    create: "POST /api/setup/{organizationId}/counters",
    list: "GET /api/setup/{organizationId}/counters",
    body: async () => ({ name: "Gate" }),
  },
  {
    what: "group",
    create: "POST /api/setup/{organizationId}/groups",
    list: "GET /api/setup/{organizationId}/groups",
    body: async () => ({ name: "Hall", capacity: 5 }),
  },
  {
    what: "alert",
    create: "POST /api/alerts/{organizationId}",
    list: "GET /api/alerts/{organizationId}",
    body: async (user) => ({ ...rule, targetId: await counterOf(user) }),
  },
];

async function expectStatus(status: number, asked: Promise<Response>) {
  const response = await asked;
  const content = JSON.parse(await response.text());
  expect([response.status, content]).toEqual([status, expect.anything()]);
  return content;
}

for (const { what, create, list, body } of forms) {
  test(`a form that is sent again makes no second ${what}`, async () => {
    const user = await admin();
    const form = { ...(await body(user)), formId: randomUUID() };
    const made = await expectStatus(201, user.request(create, {}, form));
    const again = await expectStatus(200, user.request(create, {}, form));
    expect(again.id).toBe(made.id);
    const entries = await user.auditLog();
    const created = entries.filter(
      ({ action, target }) => action === `${what}.create` && target.id === made.id,
    );
    expect(created).toHaveLength(1);
  });

  test(`two requests of a form at the same time make one ${what}`, async () => {
    const user = await admin();
    const form = { ...(await body(user)), formId: randomUUID() };
    const responses = await Promise.all([1, 2, 3].map(() => user.request(create, {}, form)));
    const statuses = responses.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, 200, 201]);
    const all: { name: string }[] = (await expectStatus(200, user.request(list, {})))[`${what}s`];
    expect(all.filter(({ name }) => name === form.name)).toHaveLength(1);
  });

  test(`a form that has made a ${what} is refused with other values, and says its name`, async () => {
    const user = await admin();
    const form = { ...(await body(user)), formId: randomUUID() };
    await expectStatus(201, user.request(create, {}, form));
    const refused = await expectStatus(409, user.request(create, {}, { ...form, name: "Other" }));
    expect(refused.code).toBe("CREATED_ALREADY");
    expect(refused.error).toContain(`has already created the ${what}, as “${form.name}”`);
  });

  test(`another person's form makes another ${what}`, async () => {
    const user = await admin();
    const other = await consoleUser("admin", user.organization);
    const form = { ...(await body(user)), formId: randomUUID() };
    const made = await expectStatus(201, user.request(create, {}, form));
    const theirs = await expectStatus(201, other.request(create, {}, form));
    expect(theirs.id).not.toBe(made.id);
  });
}

test("forms of older pages, without an id, make a thing each time", async () => {
  const user = await admin();
  const made = await user.expectStatus(201, "POST", `${setupPath}/counters`, { name: "Gate" });
  const other = await user.expectStatus(201, "POST", `${setupPath}/counters`, { name: "Gate" });
  expect(other.id).not.toBe(made.id);
});
