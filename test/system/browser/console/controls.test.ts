import { expect, test } from "vitest";
import { createInvitation } from "../../people-service.ts";
import { createOrganization } from "../../service.ts";
import { useBrowser } from "../browser.ts";
import { consolePath, memberPage } from "../signed-in.ts";
import { pageOf } from "./console-page.ts";
import { furnishedOrganization, pagesOf } from "./furnished-organization.ts";
import { rowHeights, smallTargets, unevenRows } from "./measured-controls.ts";

useBrowser();

test("on a phone, each control has 44 by 44 pixels that a finger hits, and a row of a table 52", async () => {
  const furnished = await furnishedOrganization();
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  await using page = await memberPage(furnished.organization, "owner", phone);
  const found: Record<string, unknown> = {};
  for (const path of pagesOf(furnished)) {
    await page.goto(consolePath(furnished.organization, path));
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    const odd = Object.values(await rowHeights(page)).filter((heights) => `${heights}` !== "52");
    const problems = [await smallTargets(page), await unevenRows(page), odd].flat();
    if (problems.length > 0) found[path] = problems;
  }
  await page.goto(consolePath(furnished.organization, "counters"));
  await page.getByRole("button", { name: "More for North" }).waitFor();
  // What fits does not scroll.
  found.height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.getByRole("button", { name: "More for North" }).tap();
  await page.getByRole("menuitem").first().waitFor();
  found.menu = await smallTargets(page);
  await page.getByRole("menuitem", { name: "Edit" }).tap();
  await page.getByRole("dialog").getByLabel("Name").waitFor();
  found.dialog = await smallTargets(page);
  expect(found).toEqual({ height: 844, menu: [], dialog: [] });
}, 180_000);

test("controls in a row have one height, and rows of all tables another", async () => {
  const furnished = await furnishedOrganization();
  await using page = await pageOf("owner", "", { organization: furnished.organization });
  const found: Record<string, unknown> = {};
  for (const path of pagesOf(furnished)) {
    await page.goto(consolePath(furnished.organization, path));
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    const odd = Object.values(await rowHeights(page)).filter((heights) => `${heights}` !== "40");
    const problems = [await unevenRows(page), odd].flat();
    if (problems.length > 0) found[path] = problems;
  }
  expect(found).toEqual({});
}, 180_000);

test("an entry of the audit log opens to what was before and after", async () => {
  const organization = await createOrganization("pro");
  await createInvitation(organization, { email: "kim@example.com", role: "member" });
  await using page = await pageOf("owner", "settings/audit", { organization });
  const row = page.getByRole("row", { name: "invited kim@example.com" });
  await row.click();
  const details = page.locator(".row-details");
  await details.getByText("Expires at", { exact: true }).waitFor();
  await row.getByRole("button", { expanded: true }).press("Enter");
  await details.waitFor({ state: "detached" });
});
