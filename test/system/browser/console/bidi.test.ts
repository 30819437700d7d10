import { expect, test } from "vitest";
import { createCounter, createOrganization } from "../../service.ts";
import { useBrowser } from "../browser.ts";
import { consolePath } from "../signed-in.ts";
import { hostileName, pageOf, shownName } from "./console-page.ts";

useBrowser();

/** Text that turns direction, or ends the isolation that an element begins. */
function leaks(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  const turns = /[\u202a-\u202e\u2066-\u2069]/;
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (!turns.test(node.nodeValue ?? "") || parent === null) continue;
    // What is copied is shown as it is.
    const isolated = "option, script, [role=option], .copied-value";
    if (parent.closest(isolated) === null) found.push(parent.outerHTML);
  }
  return found;
}

test("a name that turns the direction of text turns nothing but itself", async () => {
  const organization = await createOrganization("enterprise");
  const counter = await createCounter(organization, { name: hostileName, goalTarget: 5 });
  await using page = await pageOf("owner", "counters", { organization });
  const made = await page.evaluate(
    async ({ organizationId, counterId, name }) => {
      const post = async (path: string, body: object) => {
        const headers = { "content-type": "application/json" };
        const text = JSON.stringify({ formId: crypto.randomUUID(), ...body });
        const response = await fetch(`/api/${path}`, { method: "POST", headers, body: text });
        return { status: response.status, id: (await response.json()).id };
      };
      const rule = { name, kind: "at_capacity", scope: "counter", targetId: counterId };
      return {
        group: await post(`setup/${organizationId}/groups`, { name, capacity: 5 }),
        alert: await post(`alerts/${organizationId}`, rule),
        gate: await post(`organization/${organizationId}/gates`, {
          name,
          counterIds: [counterId],
          endsAt: null,
        }),
        embed: await post(`setup/${organizationId}/counters/${counterId}/embeds`, {
          note: name,
        }),
      };
    },
    { organizationId: organization.id, counterId: counter.id, name: hostileName },
  );
  expect(Object.values(made).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  for (const path of [
    "counters",
    `counters/${counter.id}`,
    "groups",
    `groups/${made.group.id}`,
    "alerts",
    `alerts/${made.alert.id}`,
    `embeds/${counter.id}`,
    "settings/audit",
  ]) {
    await page.goto(consolePath(organization, path));
    await page.locator("bdi", { hasText: shownName }).first().waitFor();
    expect(await page.evaluate(leaks), path).toEqual([]);
    await expect.poll(() => page.title()).toMatch(/ · /);
    expect(await page.title(), path).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  }
});
