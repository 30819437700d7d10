import { expect, test } from "vitest";
import { createInvitation } from "../../people-service.ts";
import { createCounter, createOrganization, outputs } from "../../service.ts";
import { createEndpoint } from "../../webhooks/webhook-service.ts";
import { useBrowser } from "../browser.ts";
import { consolePath, memberPage } from "../signed-in.ts";
import { pageOf } from "./console-page.ts";
import { furnishedOrganization, pagesOf } from "./furnished-organization.ts";
import {
  cutChoices,
  cutTwice,
  haveNoRoom,
  rowHeights,
  smallTargets,
  unevenRows,
  whole,
} from "./measured-controls.ts";
import { eachOpened } from "./opened.ts";

useBrowser();

/** With an endpoint whose name is cut in its middle, where its place may cut it, too. */
async function furnished() {
  const all = await furnishedOrganization();
  const url = "https://hooks.box-office.example.com/counting/webhooks/of/the/museum";
  await createEndpoint({ organizationId: all.organization.id, url, events: ["counter.decrement"] });
  return all;
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("on a phone, each control has 44 by 44 pixels that a finger hits, and a row of a table 52", async () => {
  const all = await furnished();
  await using page = await memberPage(all.organization, "owner", phone);
  const found: Record<string, unknown> = {};
  for (const path of pagesOf(all)) {
    await page.goto(consolePath(all.organization, path));
    await whole(page);
    const odd = Object.values(await rowHeights(page)).filter((heights) => `${heights}` !== "52");
    const problems = [
      ...(await smallTargets(page)),
      ...(await unevenRows(page)),
      ...(await cutTwice(page)),
      ...(await cutChoices(page)),
      ...odd,
    ];
    if (problems.length > 0) found[path] = problems;
  }
  expect(found).toEqual({});
  await page.goto(consolePath(all.organization, "counters"));
  await page.getByRole("button", { name: "More for North" }).waitFor();
  // What fits does not scroll.
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(844);
  await page.goto(consolePath(all.organization, "settings/members"));
  await page.getByRole("heading", { name: "Members", level: 1 }).waitFor();
  const current = page.locator(".bottom-link[aria-current]");
  expect(await current.allInnerTexts()).toEqual(["More"]);
}, 180_000);

test("on a phone, so has each control of menus, dialogs, lists of options and calendars", async () => {
  const all = await furnished();
  await using page = await memberPage(all.organization, "owner", phone);
  const found: string[] = [];
  const look = async (what: string, within?: string) => {
    if (await haveNoRoom(page)) found.push(`${what}: its buttons lie on its edge, or below it`);
    found.push(...(await smallTargets(page, within)).map((target) => `${what}: ${target}`));
  };
  await page.goto(consolePath(all.organization, "counters"));
  await eachOpened(page, all, look);
  await page.goto(consolePath(all.organization, "counters"));
  await page.getByRole("button", { name: "More for North" }).tap();
  await page.getByRole("menuitem").first().waitFor();
  await look("the menu of a row");
  await page.goto(consolePath(all.organization, "gates#create"));
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Counters" }).tap();
  await page.getByRole("option").first().waitFor();
  await look("options", "[role=listbox]");
  await page.getByRole("option").first().tap();
  // Closes the options, which lay over it.
  await page.keyboard.press("Escape");
  await look("what is chosen");
  await dialog.getByText("More:").tap();
  await dialog.getByLabel("Ends").tap();
  await page.getByRole("button", { name: "Next month" }).waitFor();
  await look("a calendar", ".mantine-Popover-dropdown");
  expect(found).toEqual([]);
}, 300_000);

test("on a phone, so has each control of the site, the docs, the way in and the counting page", async () => {
  const organization = await createOrganization("pro");
  const counter = await createCounter(organization, { name: "North" });
  await using page = await memberPage(organization, "owner", phone);
  const found: string[] = [];
  const look = async (what: string) => {
    found.push(...(await smallTargets(page)).map((target) => `${what}: ${target}`));
  };
  const docs = ["docs", "docs/integrators/webhooks", "docs/reference/get-counter-history"];
  const site = ["", ...docs, "nowhere"].map((path) => `${outputs.BaseUrl}/${path}`);
  for (const url of [...site, `${outputs.ConsoleUrl}/`, `${outputs.ConsoleUrl}/nowhere`]) {
    await page.goto(url);
    await page.waitForLoadState("networkidle");
    await look(url);
  }
  await page.goto(`${outputs.ConsoleUrl}/count/${counter.id}`);
  await page.getByRole("button", { name: "Count up" }).tap();
  await page.getByRole("button", { name: "Undo" }).waitFor();
  await look("the counting page");
  await page.getByRole("button", { name: "Settings" }).tap();
  await look("the counting page's settings");
  await page.context().clearCookies();
  await page.goto(`${outputs.ConsoleUrl}/sign-in`);
  await page.waitForLoadState("networkidle");
  await look(page.url());
  expect(found).toEqual([]);
}, 120_000);

test("controls in a row have one height, and rows of all tables another", async () => {
  const all = await furnished();
  await using page = await pageOf("owner", "", { organization: all.organization });
  const found: Record<string, unknown> = {};
  for (const path of pagesOf(all)) {
    await page.goto(consolePath(all.organization, path));
    await whole(page);
    const odd = Object.values(await rowHeights(page)).filter((heights) => `${heights}` !== "40");
    const problems = [await unevenRows(page), await cutTwice(page), odd].flat();
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
  await details.getByText("Expires", { exact: true }).waitFor();
  await row.getByRole("button", { expanded: true }).press("Enter");
  await details.waitFor({ state: "detached" });
});
