import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { newPage } from "../browser.ts";

/** A phone with a touch screen. */
export const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  // Headless, Chromium lets no page keep the screen on by itself.
  permissions: ["screen-wake-lock"],
} satisfies BrowserContextOptions;

/** A page on which leaving is always allowed, as a person does who reads the warning. */
export async function newPhone(options: BrowserContextOptions = {}) {
  const page = await newPage({ ...phone, ...options });
  page.on("dialog", (dialog) => void dialog.accept());
  return page;
}

/** Waits until the counting page shows exactly this number. */
export async function shows(page: Page, count: number): Promise<void> {
  const text = new Intl.NumberFormat("en").format(count);
  await page
    .locator(".number")
    .filter({ hasText: new RegExp(`^${text}$`) })
    .waitFor();
}

/** Waits until the line about the taps says this. */
export async function says(page: Page, text: string | RegExp): Promise<void> {
  await page.locator(".state-text").filter({ hasText: text }).waitFor();
}

export async function tapUp(page: Page, times = 1): Promise<void> {
  for (let made = 0; made < times; made++) await page.locator(".tap.up").tap();
}

/** Keeps a finger on a button that has to be held, until it has counted. */
export async function hold(button: Locator): Promise<void> {
  const box = await button.boundingBox();
  if (box === null) throw new Error("no button");
  const page = button.page();
  const session = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  const counted = page.locator(".tap.pressed:not(.holding)");
  await button.and(counted).waitFor();
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await session.detach();
}

/** The button that takes back the last tap. */
export function undo(page: Page) {
  return page.locator(".undo");
}

/** The number that stands on the page now. */
export async function shownNumber(page: Page): Promise<number> {
  const text = await page.locator(".number").textContent();
  return Number(text?.replaceAll(",", "").replace("−", "-"));
}
