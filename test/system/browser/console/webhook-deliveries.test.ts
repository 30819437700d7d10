import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createCounter, createOrganization, tapOnce } from "../../service.ts";
import { createReceiver } from "../../webhooks/webhook-service.ts";
import { accessibilityFindings, useBrowser } from "../browser.ts";
import { keepScreenshots } from "../screenshots.ts";
import { consolePath, memberPage } from "../signed-in.ts";

useBrowser();

/** Longer than the list's poll. */
const patience = { timeout: 20_000 };

/** An organization with so many deliveries, and a page that shows them. */
async function delivered(count: number) {
  const organization = await createOrganization("pro");
  const counter = await createCounter(organization, { name: "Main entrance" });
  const { verified } = await createReceiver(organization.id);
  for (let tap = 0; tap < count; tap += 1) await tapOnce(counter);
  await verified(count);
  const page = await memberPage(organization, "owner");
  await page.goto(consolePath(organization, "settings/deliveries?type=counter.increment"));
  await link(page, count).waitFor(patience);
  return { organization, counter, verified, page };
}

const link = (page: Page, number: number) =>
  page.getByRole("link", { name: `counter.increment #${number}`, exact: true });
const panel = (page: Page, number: number) =>
  page.getByRole("dialog", { name: `counter.increment #${number}` });
const openedIn = (page: Page) => new URL(page.url()).searchParams.get("delivery");

test("a delivery opens beside the list, the keys lead on, and the focus returns to its row", async () => {
  const { page } = await delivered(3);
  await using _ = page;
  await link(page, 3).click();
  await panel(page, 3).getByText("Attempt 1: HTTP 2").waitFor();
  await keepScreenshots(page, "delivery-panel");
  expect(await accessibilityFindings(page)).toEqual([]);
  const first = openedIn(page);
  await page.keyboard.press("ArrowRight");
  await panel(page, 2).waitFor();
  expect(openedIn(page)).not.toBe(first);
  await panel(page, 2).getByRole("button", { name: "Next delivery" }).click();
  await panel(page, 1).waitFor();
  const next = panel(page, 1).getByRole("button", { name: "Next delivery" });
  expect(await next.getAttribute("aria-disabled")).toBe("true");
  await panel(page, 1).getByRole("button", { name: "Previous delivery" }).click();
  await panel(page, 2).waitFor();
  // A link to it opens the same, with the filters.
  await page.reload();
  await panel(page, 2).getByText("X-Service-Signature: t=").waitFor();
  await page.locator("table a").first().waitFor();
  await page.keyboard.press("Escape");
  await panel(page, 2).waitFor({ state: "detached" });
  await expect
    .poll(() => page.evaluate(() => (document.activeElement as HTMLElement)?.innerText))
    .toBe("counter.increment #2");
  expect(new URL(page.url()).search).toBe("?type=counter.increment");
});

test("the page that a delivery once had leads to the panel, also of one that is unknown", async () => {
  const { organization, page } = await delivered(1);
  await using _ = page;
  await link(page, 1).click();
  const id = openedIn(page);
  await page.goto(consolePath(organization, `settings/deliveries/${id}`));
  await panel(page, 1).waitFor();
  expect(openedIn(page)).toBe(id);
  await page.goto(consolePath(organization, "settings/deliveries/dlv_00000000000000000000"));
  await page.getByRole("dialog", { name: "There is no such delivery" }).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
});

test("new deliveries arrive at the top, and wait behind a button while somebody reads below", async () => {
  const { counter, page } = await delivered(24);
  await using _ = page;
  await tapOnce(counter);
  await link(page, 25).waitFor(patience);
  await page.setViewportSize({ width: 1280, height: 480 });
  await link(page, 5).scrollIntoViewIfNeeded();
  const before = await link(page, 5).boundingBox();
  await tapOnce(counter);
  await tapOnce(counter);
  const button = page.getByRole("button", { name: /^[12] new$/ });
  await button.waitFor(patience);
  await page.getByRole("button", { name: "2 new" }).waitFor(patience);
  expect(await link(page, 27).count()).toBe(0);
  expect(await link(page, 5).boundingBox()).toEqual(before);
  expect(await accessibilityFindings(page)).toEqual([]);
  await button.click();
  await link(page, 27).waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await keepScreenshots(page, "deliveries");
});

test("the list fits into the window with long names, and its last column is in sight", async () => {
  const organization = await createOrganization("pro");
  const name = "Entrance of the east wing, by the stairs of the old library, for schools";
  const counter = await createCounter(organization, { name });
  const { verified } = await createReceiver(organization.id);
  await tapOnce(counter);
  await verified(1);
  await using page = await memberPage(organization, "owner");
  await page.goto(consolePath(organization, "settings/deliveries"));
  await link(page, 1).waitFor(patience);
  for (const width of [1280, 1100, 900]) {
    await page.setViewportSize({ width, height: 800 });
    const box = await page.getByRole("row").last().locator("time").boundingBox();
    expect((box?.x ?? width) + (box?.width ?? 0), `${width} px`).toBeLessThan(width);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
  }
});
