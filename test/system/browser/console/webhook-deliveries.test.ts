import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createCounter, createOrganization, tapOnce } from "../../service.ts";
import { createReceiver } from "../../webhooks/webhook-service.ts";
import { accessibilityFindings, useBrowser } from "../browser.ts";
import { consolePath, memberPage } from "../signed-in.ts";
import { look } from "./console-page.ts";

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
  await look(page, "delivery-panel");
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
  await page.goto(page.url().replace(/\?.*/, "/dlv_00000000000000000000"));
  await page.getByRole("dialog", { name: "There is no such delivery" }).waitFor();
});

test("new deliveries arrive at the top, and wait behind a button while somebody reads below", async () => {
  const { counter, page } = await delivered(12);
  await using _ = page;
  await tapOnce(counter);
  await link(page, 13).waitFor(patience);
  await page.setViewportSize({ width: 1280, height: 320 });
  await link(page, 2).scrollIntoViewIfNeeded();
  const before = await link(page, 2).boundingBox();
  await tapOnce(counter);
  await tapOnce(counter);
  const button = page.getByRole("button", { name: /^[12] new$/ });
  await button.waitFor(patience);
  await page.getByRole("button", { name: "2 new" }).waitFor(patience);
  expect(await link(page, 15).count()).toBe(0);
  expect(await link(page, 2).boundingBox()).toEqual(before);
  expect(await accessibilityFindings(page)).toEqual([]);
  await button.click();
  await link(page, 15).waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await look(page, "deliveries");
});
