import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createOrganization } from "../../service.ts";
import { type ConsoleUser, consoleUser } from "./console-user.ts";

// What a page does whose response was lost: it sends the request of the same form again.

async function admin(): Promise<ConsoleUser> {
  return await consoleUser("admin", await createOrganization("enterprise"));
}

async function counterOf(user: ConsoleUser): Promise<string> {
  const setup = { name: "Watched", goalTarget: 9 };
  return (await user.expectStatus(201, "POST", "/counters", setup)).id;
}

const rule = { name: "Full", scope: "counter", kind: "at_capacity" };

const forms = [
  {
    what: "counter",
    path: "/counters",
    list: "/counters/all",
    body: async () => ({ name: "Gate" }),
  },
  {
    what: "group",
    path: "/groups",
    list: "/groups",
    body: async () => ({ name: "Hall", capacity: 5 }),
  },
  {
    what: "alert",
    path: "/alerts",
    list: "/alerts",
    body: async (user: ConsoleUser) => ({ ...rule, targetId: await counterOf(user) }),
  },
];

for (const { what, path, list, body } of forms) {
  test(`a form that is sent again makes no second ${what}`, async () => {
    const user = await admin();
    const form = { ...(await body(user)), formId: randomUUID() };
    const made = await user.expectStatus(201, "POST", path, form);
    const again = await user.expectStatus(200, "POST", path, form);
    expect(again.id).toBe(made.id);
    const entries = await user.auditLog();
    const created = entries.filter(
      ({ action, target }: { action: string; target: { id: string } }) =>
        action === `${what}.create` && target.id === made.id,
    );
    expect(created).toHaveLength(1);
  });

  test(`two requests of a form at the same time make one ${what}`, async () => {
    const user = await admin();
    const form = { ...(await body(user)), formId: randomUUID() };
    const responses = await Promise.all([1, 2, 3].map(() => user.ask("POST", path, form)));
    const statuses = responses.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, 200, 201]);
    const all: { name: string }[] = (await user.expectStatus(200, "GET", list))[`${what}s`];
    expect(all.filter(({ name }) => name === form.name)).toHaveLength(1);
  });

  test(`a form that has made a ${what} is refused with other values, and says its name`, async () => {
    const user = await admin();
    const form = { ...(await body(user)), formId: randomUUID() };
    await user.expectStatus(201, "POST", path, form);
    const refused = await user.expectStatus(409, "POST", path, { ...form, name: "Other" });
    expect(refused.code).toBe("CREATED_ALREADY");
    expect(refused.error).toContain(`has already created the ${what}, as “${form.name}”`);
  });

  test(`another person's form makes another ${what}`, async () => {
    const user = await admin();
    const other = await consoleUser("admin", user.organization);
    const form = { ...(await body(user)), formId: randomUUID() };
    const made = await user.expectStatus(201, "POST", path, form);
    const theirs = await other.expectStatus(201, "POST", path, form);
    expect(theirs.id).not.toBe(made.id);
  });
}

test("forms of older pages, without an id, make a thing each time", async () => {
  const user = await admin();
  const made = await user.expectStatus(201, "POST", "/counters", { name: "Gate" });
  const other = await user.expectStatus(201, "POST", "/counters", { name: "Gate" });
  expect(other.id).not.toBe(made.id);
});
