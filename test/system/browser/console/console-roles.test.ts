import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { CountEvent } from "../../../../core/counters/count-event.ts";
import { setRole } from "../../../../core/members/member-changes.ts";
import type { Role } from "../../../../core/members/role.ts";
import { history } from "../../console/counter-users.ts";
import { createMember, operator } from "../../people-service.ts";
import { createCounter, createOrganization, outputs, stores } from "../../service.ts";
import { useBrowser } from "../browser.ts";
import { newPhone, says, shows, tapUp } from "../count/counting.ts";
import { joinAs } from "../joining.ts";

useBrowser();

interface Asked {
  method?: "POST" | "PATCH" | "DELETE";
  body?: object;
}

/** Status of a request that the browser sends to the private API, with its own cookie. */
async function statusOf(page: Page, path: string, { method, body }: Asked = {}): Promise<number> {
  const json = body && JSON.stringify(body);
  return await page.evaluate(
    async ([path, method, json]) => {
      const headers = { "content-type": "application/json" };
      const change = method === undefined ? {} : { method, headers, body: json ?? "{}" };
      return (await fetch(path, change)).status;
    },
    [path, method, json] as const,
  );
}

test("a role that changes holds from the browser's next request on, and counting goes on", async () => {
  const organization = await createOrganization("free");
  const counter = await createCounter(organization, { name: "Main entrance" });
  const other = await createMember(organization, "owner");
  await using page = await newPhone();
  await joinAs(page, organization, "owner");
  await page.goto(`${outputs.ConsoleUrl}/count/${counter.id}`);
  await tapUp(page);
  await shows(page, 1);
  await says(page, "All taps sent");
  const memberId = memberOf(await history(counter));
  const become = async (role: Role) => {
    const change = { organizationId: organization.id, memberId, role };
    const { result } = await setRole(stores, change, operator);
    expect(result).toBe("changed");
  };
  const base = `/api/organization/${organization.id}`;
  const gate = { name: "North", counterIds: [counter.id], endsAt: null };
  /** What owners may do, what owners and admins may, and what everybody may. */
  const statuses = async () => [
    await statusOf(page, `${base}/members/${other.member.id}`, {
      method: "PATCH",
      body: { role: "owner" },
    }),
    await statusOf(page, `${base}/gates`, {
      method: "POST",
      body: { formId: randomUUID(), ...gate },
    }),
    await statusOf(page, `${base}/members`),
    await statusOf(page, `${base}/audit`),
    await statusOf(page, `/api/organizations/${organization.id}/counters`),
  ];
  expect(await statuses()).toEqual([200, 201, 200, 200, 200]);
  await become("member");
  expect(await statuses()).toEqual([403, 403, 403, 403, 200]);
  await tapUp(page, 2);
  await shows(page, 3);
  await says(page, "All taps sent");
  await become("admin");
  expect(await statuses()).toEqual([403, 201, 200, 200, 200]);
  await tapUp(page);
  await shows(page, 4);
  await says(page, "All taps sent");
  const events = await history(counter);
  expect(events.map(({ delta }) => delta)).toEqual([1, 1, 1, 1]);
  expect(new Set(events.map(({ metadata }) => metadata?.member))).toEqual(new Set([memberId]));
});

function memberOf(events: readonly CountEvent[]): string {
  const memberId = events[0]?.metadata?.member;
  if (typeof memberId !== "string") throw new Error("the tap names no member");
  return memberId;
}
