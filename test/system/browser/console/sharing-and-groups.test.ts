import { expect, test } from "vitest";
import {
  changeLanguage,
  changeTimeZone,
} from "../../../../core/organizations/organization-changes.ts";
import { operator } from "../../people-service.ts";
import { createCounter, createOrganization, outputs, stores, tapOnce } from "../../service.ts";
import { accessibilityFindings, useBrowser } from "../browser.ts";
import { consolePath, memberPage } from "../signed-in.ts";
import { chooseFromMenu, look } from "./console-page.ts";

useBrowser();

test("a counter's page gives out gate links with a QR code, on screen and on paper", async () => {
  const organization = await createOrganization("pro");
  // Not the browser's.
  const zone = { organizationId: organization.id, timeZone: "Asia/Kathmandu" };
  await changeTimeZone(stores, zone, operator);
  const german = { organizationId: organization.id, language: "de" } as const;
  await changeLanguage(stores, german, operator);
  const counter = await createCounter(organization, { name: "North" });
  await using page = await memberPage(organization, "admin");
  await page.goto(consolePath(organization, `counters/${counter.id}`));
  await page.getByRole("button", { name: "Create gate link" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("North entrance");
  await dialog.getByText("More:").click();
  await dialog.getByText("In the time zone Asia/Kathmandu.").waitFor();
  const end = firstOfNextMonth();
  await dialog.getByLabel("Ends").click();
  await page.getByRole("button", { name: "Next month" }).click();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole("button", { name: end.label, exact: true }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await dialog.getByRole("button", { name: "Create" }).click();
  const link = dialog.getByLabel("Link", { exact: true });
  const url = (await link.textContent()) ?? "";
  expect(url).toContain(`${outputs.ConsoleUrl}/gate#`);
  await dialog.getByRole("img", { name: "QR code of the gate North entrance" }).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  // The link is shown once: a slip does not close it.
  await page.keyboard.press("Escape");
  expect(await dialog.getByRole("button", { name: "Close" }).count()).toBe(0);
  expect(await link.textContent()).toBe(url);
  await look(page, "gate-link");
  await page.emulateMedia({ media: "print" });
  const sheet = page.locator(".gate-sheet");
  await sheet.getByRole("heading", { name: "North entrance" }).waitFor();
  // Whose gate it is, and what it counts; in the organization's language and time zone.
  expect(await sheet.locator("header").innerText()).toMatch(
    /^.+\s+North entrance\s+\u2068North\u2069$/,
  );
  await sheet.getByText("ohne App, ohne Konto").waitFor();
  await sheet.getByText(/Gültig bis 1\. \S+ \d{4} um 00:00\./).waitFor();
  expect(await link.isVisible()).toBe(false);
  for (const format of ["A4", "A5"]) {
    const paper = (await page.pdf({ format })).toString("latin1");
    expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(1);
  }
  await page.emulateMedia({ media: "screen" });
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByText("North entrance was created.").waitFor();
  const gates = page.getByRole("region", { name: "Gate links", exact: true });
  const row = gates.getByRole("row", { name: /North entrance/ });
  expect(await row.locator("time").getAttribute("datetime")).toBe(end.at);
  expect(await row.locator("time").textContent()).toContain("12:00 AM GMT+5:45");
  await look(page, "counter-gates");
  // The link is nowhere on the page any more.
  expect(await page.content()).not.toContain(url.slice(url.indexOf("#")));
  await row.getByRole("button", { name: "Details of North entrance" }).click();
  await gates.getByRole("button", { name: "Revoke North entrance" }).click();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await page.getByText("No gate links yet").waitFor();
});

test("an embed has a page of its own, with a preview, and with what puts it elsewhere", async () => {
  const organization = await createOrganization("pro");
  const counter = await createCounter(organization, { name: "North", goalTarget: 100 });
  await using page = await memberPage(organization, "admin");
  await page.goto(consolePath(organization, `counters/${counter.id}`));
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Create embed" }).click();
  await dialog.getByLabel("Note").fill("Press");
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByRole("heading", { level: 1, name: "Embeds" }).waitFor();
  // A link for whoever takes one, as WordPress and Notion do. The console's own URL opens nothing.
  const link = page.getByLabel("Link", { exact: true });
  const shown = (await link.textContent()) ?? "";
  expect(shown).toMatch(new RegExp(`^${outputs.BaseUrl}/embed/emb_\\w+$`));
  expect(page.url()).not.toContain(new URL(shown).pathname.split("/")[2]);
  const markup = page.getByLabel("HTML", { exact: true });
  expect(await markup.textContent()).toContain(`<iframe src="${outputs.BaseUrl}/embed/emb_`);
  const frame = page.locator("iframe[title^='Preview of']");
  const preview = frame.contentFrame();
  await preview.getByText("North").waitFor();
  await look(page, "embed-builder");
  await page.getByRole("radio", { name: "Purple" }).check();
  await expect.poll(() => link.textContent()).toContain("?accent=6d28d9");
  const color = page.getByLabel("Own color");
  await color.fill("orange");
  await page.getByText("Write it like #1552c8.").waitFor();
  await color.fill("#ff8800");
  await page.getByText("Write it like #1552c8.").waitFor({ state: "detached" });
  await page.getByText("Banner").click();
  await expect.poll(() => markup.textContent()).toContain('width="480" height="120"');
  await page.getByLabel("Theme", { exact: true }).selectOption("Transparent, on a dark page");
  await expect.poll(() => markup.textContent()).toContain('style="color-scheme:dark"');
  await page.locator("main summary").click();
  await page.getByLabel("Language", { exact: true }).selectOption("Deutsch");
  await preview.getByText("North").waitFor();
  await expect.poll(() => frame.getAttribute("src")).toContain("lang=de");
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole("radio", { name: "Screen" }).check();
  await page.getByLabel("Capacity").fill("100");
  await page.getByText("← Left").click();
  await expect.poll(() => link.textContent()).toMatch(/\/screen\/.*capacity=100&arrow=left/);
  await page.getByRole("radio", { name: "Badge" }).check();
  await expect.poll(() => link.textContent()).toMatch(/badge\.svg\?accent=ff8800$/);
  await page.getByRole("radio", { name: "Embed", exact: true }).check();
  // The preview stays in sight, on a phone, too.
  for (const viewport of [
    { width: 1440, height: 700 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await page.locator("main summary").evaluate((more) => more.scrollIntoView());
    await page.mouse.wheel(0, -200);
    const box = await frame.boundingBox();
    expect(box?.y).toBeGreaterThan(56);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(viewport.height);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole("button", { name: "More for Embeds" }).click();
  await page.getByRole("menuitem", { name: "Revoke embed" }).click();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await page.getByText("No embeds yet").waitFor();
  await page.getByRole("link", { name: "North" }).click();
  await page.getByRole("heading", { level: 1, name: "North" }).waitFor();
}, 120_000);

/** Midnight in Kathmandu at the beginning of the month after the browser's, and its button's label. */
function firstOfNextMonth() {
  const now = new Date();
  const first = new Date(Date.UTC(now.getFullYear(), now.getMonth() + 1, 1));
  const day = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
  const quarters = (5 * 4 + 3) * 15 * 60_000;
  return {
    label: first.toLocaleDateString("en-GB", day),
    at: new Date(first.getTime() - quarters).toISOString(),
  };
}

test("a group is made, shows how full it is, and is deleted with its counters staying", async () => {
  const organization = await createOrganization("pro");
  await using page = await memberPage(organization, "admin");
  await page.goto(consolePath(organization, "counters"));
  await page.getByRole("link", { name: "Groups" }).click();
  await page.getByRole("button", { name: "Create the first group" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Hall 3");
  await dialog.getByLabel("Capacity").fill("5");
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByRole("link", { name: "Hall 3" }).click();
  await page.getByText("No counter is in this group").waitFor();
  const groupId = page.url().split("/").at(-1) ?? "";
  const counter = await createCounter(organization, { name: "Door", incrementStep: 4, groupId });
  await tapOnce(counter);
  await page.getByText("Nearly full").waitFor();
  await tapOnce(counter);
  await page.getByText("3 over").waitFor();
  await page.reload();
  await page.getByRole("row", { name: "Door 8" }).waitFor();
  await look(page, "group");
  await look(Object.assign(page, { organization }), "group-counters");
  await page.getByRole("link", { name: "All groups" }).click();
  await page.getByRole("row", { name: /Hall 3/ }).waitFor();
  await look(page, "groups");
  await page.getByRole("link", { name: "Hall 3" }).click();
  await chooseFromMenu(page, "Delete");
  await dialog.getByText("1 counter stay").waitFor();
  await dialog.getByRole("button", { name: "Delete group" }).click();
  await page.getByText("No groups yet").waitFor();
  await page.getByRole("link", { name: "Counters" }).click();
  await page.getByRole("row", { name: "Door" }).waitFor();
});
