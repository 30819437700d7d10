import { expect, test } from "vitest";
import { createCounter, createOrganization } from "../../service.ts";
import { accessibilityFindings, useBrowser } from "../browser.ts";
import { consolePath, memberPage } from "../signed-in.ts";
import { hostileName, look, pageOf } from "./console-page.ts";

useBrowser();

test("Ctrl K finds pages, counters and actions, and goes there", async () => {
  const organization = await createOrganization("pro");
  const counter = await createCounter(organization, { name: `Café ${hostileName}` });
  await using page = await pageOf("owner", "counters", { organization });
  await page.getByRole("row", { name: /Café/ }).waitFor();
  await page.keyboard.press("Control+k");
  const field = page.getByPlaceholder("Find a page, a counter, a group or an action");
  await field.waitFor();
  await look(page, "search");
  // Without case and marks.
  await field.fill("cafe");
  await page.getByRole("button", { name: /^Café/ }).click();
  await page.waitForURL(`**/counters/${counter.id}`);
  await page.keyboard.press("Control+k");
  await field.fill("create group");
  await page.getByRole("dialog").getByRole("button", { name: "Create group" }).click();
  await page.getByRole("dialog", { name: "Create group" }).waitFor();
  expect(page.url()).toBe(consolePath(organization, "groups"));
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Search" }).click();
  await field.fill("no such thing");
  await page.getByText("No matches").waitFor();
});

test("on a phone the pages are in a bar below, with the others behind More", async () => {
  const organization = await createOrganization("enterprise");
  const viewport = { width: 320, height: 640 };
  await using page = await memberPage(organization, "owner", { viewport });
  await page.goto(consolePath(organization, "counters"));
  const bar = page.getByRole("navigation", { name: "Main pages" });
  await bar.getByRole("link", { name: "Groups" }).click();
  await page.getByText("No groups yet").waitFor();
  await bar.getByRole("button", { name: "More" }).click();
  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByRole("heading", { name: "Audit log" }).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
});
