import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createReceiver } from "../../webhooks/webhook-service.ts";
import { accessibilityFindings, useBrowser } from "../browser.ts";
import { pageOf } from "./console-page.ts";
import { furnishedOrganization } from "./furnished-organization.ts";
import { eachOpened } from "./opened.ts";

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

test("no menu and no dialog has a finding of axe, in the light and in the dark", async () => {
  const furnished = await furnishedOrganization();
  await using page = await pageOf("owner", "", { organization: furnished.organization });
  const found: string[] = [];
  await eachOpened(page, furnished, async (what) => {
    found.push(...(await findings(page)).map((each) => `${what}: ${each}`));
  });
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
