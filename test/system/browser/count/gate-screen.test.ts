import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessibilityFindings, useBrowser } from "../browser.ts";
import { keepPicture } from "../screenshots.ts";
import { hold, newPhone, says, shows, tapUp } from "./counting.ts";
import { counterId, ModelConsole, secondCounterId } from "./model-console.ts";

useBrowser();

const hall = { id: "grp_1", name: "Hall 1" };

/** A hall for 10, in which others have counted `others`. */
function hallOf10(console: ModelConsole, others: number, own = 0): void {
  console.service.change(counterId, { count: own });
  const members = [{ counterId, count: own, lastEventId: 0 }];
  console.group = { ...hall, level: others + own, capacity: 10, members };
  console.limit = { scope: "group", capacity: 10, almostAt: 9 };
}

const word = (page: Page, text: string) => page.locator(".fill-word", { hasText: text }).waitFor();

test("at capacity a touch counts only after half a second, a key at once", async () => {
  await using console = await ModelConsole.open();
  hallOf10(console, 10);
  await using page = await newPhone();
  await page.goto(console.gatePage);
  await word(page, "STOP");
  expect(await page.locator(".gate-name").textContent()).toBe("North entrance");
  await page.locator(".fill-name", { hasText: /Hall 1\u2069 is full/ }).waitFor();
  await tapUp(page, 2);
  await page.locator(".fill-hold.again").waitFor();
  await hold(page.locator(".tap.up"));
  await shows(page, 1);
  await page.keyboard.press("ArrowUp");
  await shows(page, 2);
  await page.locator(".tap.up").focus();
  await page.keyboard.press("Enter");
  await shows(page, 3);
  await page.locator(".fill-level", { hasText: "13 of 10" }).waitFor();
  await says(page, "All other taps sent");
  expect(console.service.history.map(({ delta }) => delta)).toEqual([1, 1, 1]);
});

test("at capacity a mouse counts only after half a second on the button, wherever it goes", async () => {
  await using console = await ModelConsole.open();
  hallOf10(console, 10);
  await using page = await newPhone({ hasTouch: false, isMobile: false });
  await page.goto(console.gatePage);
  await word(page, "STOP");
  const button = page.locator(".tap.up");
  const leaveAndReturn = async () => {
    await page.mouse.move(5, 5);
    await button.hover();
    await page.mouse.up();
  };
  await button.hover();
  await page.mouse.down();
  await leaveAndReturn();
  await button.hover();
  await page.mouse.down();
  await page.locator(".tap.up.pressed:not(.holding)").waitFor();
  await leaveAndReturn();
  await shows(page, 1);
  await page.locator(".tap.down").click();
  await shows(page, 0);
  await says(page, "All taps sent");
  expect(console.service.history.map(({ delta }) => delta)).toEqual([1, -1]);
});

test("at capacity the page says how many taps were too short to count, and adds them once", async () => {
  await using console = await ModelConsole.open();
  hallOf10(console, 10);
  await using page = await newPhone();
  await page.goto(console.gatePage);
  await word(page, "STOP");
  await tapUp(page, 3);
  const row = page.locator(".full-taps");
  await row.getByText("STOP: 3 taps not counted").waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.reload();
  await row.getByText("STOP: 3 taps not counted").waitFor();
  await shows(page, 0);
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...item) {
      IDBObjectStore.prototype.put = put;
      const request = put.apply(this, item);
      // As where the disk is full.
      this.transaction.abort();
      return request;
    };
  });
  await row.getByText("Add").click();
  await page.getByRole("alert").getByText("could not save that").waitFor();
  await row.getByText("Add").dblclick();
  await shows(page, 3);
  await row.waitFor({ state: "hidden" });
  await tapUp(page, 2);
  await row.getByText("STOP: 2 taps not counted").waitFor();
  // Whoever holds the button after a press that was too short means the same tap.
  await hold(page.locator(".tap.up"));
  await shows(page, 4);
  await row.getByText("STOP: 1 tap not counted").waitFor();
  await row.getByText("Discard").click();
  await row.getByText("Really discard 1 tap?").click();
  await row.waitFor({ state: "hidden" });
  await says(page, "All taps sent");
  expect(console.service.history.map(({ delta }) => delta)).toEqual([1, 1, 1, 1]);
  await page.locator(".open-settings").click();
  await page.locator(".shift-count", { hasText: "4 in · 0 out" }).waitFor();
});

test("a full counter that is archived stops nobody any more", async () => {
  await using console = await ModelConsole.open();
  console.gateCounters = [counterId, secondCounterId];
  console.service.change(counterId, { count: 10 });
  console.limit = { scope: "counter", capacity: 10, almostAt: 9 };
  await using page = await newPhone();
  await page.goto(console.gatePage);
  await word(page, "STOP");
  await page.locator(".fill-name", { hasText: /Main entrance\u2069 is full/ }).waitFor();
  console.service.counters.delete(counterId);
  await page.locator('body[data-fill="room"]').waitFor();
});

test("without a network the page says how old it is what it knows, also when it opens", async () => {
  await using console = await ModelConsole.open();
  hallOf10(console, 10);
  await using page = await newPhone();
  await page.goto(console.gatePage);
  await word(page, "STOP");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  console.stop();
  await page.reload();
  await word(page, "STOP");
  await page.locator(".fill", { hasText: "10 of 10 · known less than a minute ago" }).waitFor();
  await page.locator(".gate-name", { hasText: "North entrance" }).waitFor();
});

test("without a network the number stays where it is under a finger, and today counts the taps", async () => {
  await using console = await ModelConsole.open();
  hallOf10(console, 1);
  await using page = await newPhone();
  const startedAt = new Date(Date.now() - 3_600_000).toISOString();
  const today = { in: 7, out: 3, adjusted: 0, peak: null, peakAt: null, startedAt };
  await page.route("**/today", (route) =>
    route.fulfill({ json: { ...today, timeZone: "UTC", utcOffsetMinutes: 0 } }),
  );
  await page.goto(console.gatePage);
  await page.getByText("Today", { exact: true }).tap();
  await page.getByText("7 in · 3 out").waitFor();
  const place = () => page.locator(".number").evaluate((number) => number.getBoundingClientRect());
  const before = await place();
  console.stop();
  await page.context().setOffline(true);
  await tapUp(page, 3);
  await shows(page, 3);
  await says(page, "3 taps kept");
  await page.locator(".fill-age", { hasText: "known less than a minute ago" }).waitFor();
  await page.getByText("10 in · 3 out").waitFor();
  await page.locator(".group-level", { hasText: "4 of 10" }).waitFor();
  // A new number slides in.
  await expect
    .poll(async () => {
      const { y, height } = await place();
      return [y, height];
    })
    .toEqual([before.y, before.height]);
  expect(await page.locator(".fill").isVisible()).toBe(false);
});

test.each([
  { state: "almost", colorScheme: "light", width: 320, height: 568 },
  { state: "full", colorScheme: "dark", width: 3840, height: 2160 },
] as const)("a gate that is $state fits $width pixels, $colorScheme", async (look) => {
  const { state, colorScheme, width, height } = look;
  await using console = await ModelConsole.open();
  await using page = await newPhone({ colorScheme, viewport: { width, height } });
  hallOf10(console, state === "full" ? 10 : 8, 1);
  await page.goto(console.gatePage);
  await page.locator(`body[data-fill="${state}"]`).waitFor();
  await says(page, "All taps sent");
  if (state === "almost") await page.getByText("Today", { exact: true }).waitFor();
  await keepPicture(page, `gate-${state}-${width}-${colorScheme}`);
  const scroll = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  expect(scroll).toBeLessThanOrEqual(1);
  expect(await accessibilityFindings(page)).toEqual([]);
});

test("taps that were too short wait for the person who made them", async () => {
  await using console = await ModelConsole.open();
  hallOf10(console, 10);
  await using page = await newPhone();
  await page.goto(console.memberPage);
  await word(page, "STOP");
  await tapUp(page);
  await page.locator(".full-taps").getByText("STOP: 1 tap not counted").waitFor();
  console.session = "mem_adam";
  await page.reload();
  await page.locator(".decide", { hasText: "1 tap waiting for a sign-in" }).waitFor();
  expect(await page.locator(".full-taps").isHidden()).toBe(true);
});
