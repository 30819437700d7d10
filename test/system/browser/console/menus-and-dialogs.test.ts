import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createReceiver } from "../../webhooks/webhook-service.ts";
import { accessibilityFindings, useBrowser } from "../browser.ts";
import { consolePath } from "../signed-in.ts";
import { pageOf } from "./console-page.ts";
import { furnishedOrganization } from "./furnished-organization.ts";

useBrowser();

/** In both color schemes. */
async function findings(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    found.push(...(await accessibilityFindings(page)).map((each) => `${colorScheme}: ${each}`));
  }
  // A menu that is open lies in no landmark, and need not.
  const isMenu = (await page.getByRole("menu").count()) > 0;
  return found.filter((each) => !isMenu || !/^\w+: region:/.test(each));
}

/** The dialogs of each page: by a button of it, or by an entry of the menu beside its title. */
function dialogsOf({
  group,
  counter,
  alert,
  endpoint,
}: Awaited<ReturnType<typeof furnishedOrganization>>) {
  return [
    { path: "", buttons: ["Choose tiles"], entries: [] },
    { path: "counters", buttons: ["Import", "Create counter"], entries: [] },
    { path: `counters/${counter.id}`, buttons: ["Set the count"], entries: ["Edit", "Reset"] },
    { path: "groups", buttons: ["Create group"], entries: [] },
    { path: `groups/${group.id}`, buttons: ["Edit"], entries: ["Reset all counters", "Delete"] },
    { path: "alerts", buttons: ["Create alert"], entries: [] },
    { path: `alerts/${alert.id}`, buttons: ["Edit"], entries: ["Delete"] },
    { path: "gates", buttons: ["Create gate link"], entries: [] },
    { path: "settings/webhooks", buttons: ["Create endpoint"], entries: [] },
    { path: `settings/webhooks/${endpoint.id}`, buttons: ["Edit"], entries: ["Pause", "Delete"] },
    { path: "settings/api-keys", buttons: ["Create API key", "Revoke"], entries: [] },
    { path: "settings/members", buttons: ["Invite"], entries: [] },
  ];
}

test("no menu and no dialog has a finding of axe, in the light and in the dark", async () => {
  const furnished = await furnishedOrganization();
  await using page = await pageOf("owner", "", { organization: furnished.organization });
  const dialog = page.getByRole("dialog");
  const menu = page.getByRole("menu");
  const found: string[] = [];
  const look = async (what: string) => {
    found.push(...(await findings(page)).map((each) => `${what}: ${each}`));
    await page.keyboard.press("Escape");
    await dialog.or(menu).waitFor({ state: "detached" });
  };
  for (const open of [
    () => page.getByRole("button", { name: "Test", exact: false }).first().click(),
    () => page.getByRole("button", { name: /@/ }).first().click(),
  ]) {
    await open();
    await menu.waitFor();
    await look("the header");
  }
  for (const { path, buttons, entries } of dialogsOf(furnished)) {
    await page.goto(consolePath(furnished.organization, path));
    for (const name of buttons) {
      await page.getByRole("button", { name }).first().click();
      await dialog.waitFor();
      await look(`${path} ${name}`);
    }
    const more = page
      .locator("#main")
      .getByRole("button", { name: /^More for/ })
      .first();
    for (const [index, name] of entries.entries()) {
      await more.click();
      await menu.waitFor();
      if (index === 0) {
        await look(`the menu of ${path}`);
        await more.click();
      }
      await menu.getByRole("menuitem", { name }).first().click();
      await dialog.waitFor();
      await look(`${path} ${name}`);
    }
  }
  expect(found).toEqual([]);
  // It opens some thirty of them, each twice.
}, 300_000);

test("heads of a table that scrolls by itself stand above its rows", async () => {
  const furnished = await furnishedOrganization();
  const { organization, counter } = furnished;

  for (let more = 0; more < 2; more += 1) await createReceiver(organization.id);
  const path = `settings/events?of=counter&counter=${counter.id}`;
  await using page = await pageOf("owner", path, { organization });
  const head = page.locator("thead th").first();
  await page.locator("tbody tr").first().waitFor();
  const tops = await head.evaluate((th) => [
    th.getBoundingClientRect().bottom,
    th.closest("table")?.querySelector("tbody tr")?.getBoundingClientRect().top ?? 0,
  ]);
  expect(tops[0]).toBeLessThanOrEqual((tops[1] ?? 0) + 1);
});
