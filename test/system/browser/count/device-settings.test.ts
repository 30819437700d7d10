import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessibilityFindings, useBrowser } from "../browser.ts";
import { newPhone, says, shows, tapUp, undo } from "./counting.ts";
import { ModelConsole } from "./model-console.ts";

useBrowser();

const open = (page: Page) => page.getByRole("button", { name: "Settings" }).click();
const close = (page: Page) => page.getByRole("button", { name: "Close" }).click();
const set = (page: Page, name: string) => page.getByRole("switch", { name }).click();

async function openPhone(console: ModelConsole, options = {}) {
  const page = await newPhone(options);
  await page.goto(console.gatePage);
  await shows(page, 0);
  return page;
}

async function offerTens(page: Page): Promise<void> {
  await open(page);
  await set(page, "Offer ×5 and ×10");
  await close(page);
}

test("×10 counts ten taps in one request, and one undo cancels them, each by itself", async () => {
  await using console = await ModelConsole.open();
  await using page = await openPhone(console);
  await offerTens(page);
  await page.getByRole("radio", { name: "×10" }).check();
  await tapUp(page);
  await shows(page, 10);
  await says(page, "All taps sent");
  const posts = console.requests.filter((request) => /^POST .*\/taps$/.test(request));
  expect(posts).toHaveLength(1);
  expect(new Set(console.service.history.map(({ tapId }) => tapId)).size).toBe(10);
  await undo(page).filter({ hasText: "Undo +10" }).click();
  await shows(page, 0);
  await says(page, "All taps sent");
  expect(console.service.history.filter((event) => event.undo)).toHaveLength(10);
  await open(page);
  await page.locator(".shift-count", { hasText: "0 in · 0 out" }).waitFor();
});

const choice = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });

test("×10 lasts for half a minute, whether the device sleeps or restores what was chosen", async () => {
  await using console = await ModelConsole.open();
  await using page = await newPhone();
  await page.clock.install();
  await page.goto(console.gatePage);
  await shows(page, 0);
  await offerTens(page);
  await choice(page, "×10").check();
  // While it sleeps, no timer runs.
  console.aheadMs += 3_600_000;
  await page.clock.setSystemTime(Date.now() + console.aheadMs);
  await tapUp(page);
  await shows(page, 1);
  // As a browser does that restores a form: without an event.
  await choice(page, "×10").evaluate((input: HTMLInputElement) => {
    input.checked = true;
  });
  console.aheadMs += 31_000;
  await page.clock.fastForward(31_000);
  await tapUp(page);
  await shows(page, 2);
});

test("arrows choose ×5 or ×10 where the keyboard is at the choice, and count elsewhere", async () => {
  await using console = await ModelConsole.open();
  await using page = await openPhone(console);
  await offerTens(page);
  // Chosen by a finger, it does not keep the keys.
  await page.locator(".multiples label", { hasText: "×5" }).tap();
  await page.keyboard.press("ArrowUp");
  await shows(page, 5);
  await page.keyboard.press(" ");
  await shows(page, 10);
  await page.keyboard.press("Shift+Tab");
  await choice(page, "×5").focus();
  await page.keyboard.press("ArrowRight");
  expect(await choice(page, "×10").isChecked()).toBe(true);
  await page.keyboard.press("PageUp");
  await shows(page, 20);
});

test("what a device is set up for stays on it", async () => {
  await using console = await ModelConsole.open();
  await using page = await openPhone(console, { colorScheme: "light" });
  await open(page);
  await set(page, "For the left hand");
  await page.locator(".theme label", { hasText: "Dark" }).click();
  await close(page);
  const look = () =>
    page.evaluate(() => {
      const x = (selector: string) =>
        document.querySelector(selector)?.getBoundingClientRect().x ?? 0;
      const ground = getComputedStyle(document.body).backgroundColor;
      return { plusFirst: x(".tap.up") < x(".tap.down"), ground };
    });
  const expected = { plusFirst: true, ground: "rgb(13, 17, 23)" };
  expect(await look()).toEqual(expected);
  await tapUp(page, 2);
  await shows(page, 2);
  await says(page, "All taps sent");
  await page.reload();
  await shows(page, 2);
  expect(await look()).toEqual(expected);
  await open(page);
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.locator(".shift-count", { hasText: "2 in · 0 out" }).waitFor();
  await page.getByRole("button", { name: "Start anew" }).click();
  await page.locator(".shift-count", { hasText: "0 in · 0 out" }).waitFor();
});

test("a clicker's key is learned by pressing it, and forgotten by Escape", async () => {
  await using console = await ModelConsole.open();
  await using page = await openPhone(console);
  const learn = async (key: string) => {
    await open(page);
    await page.getByRole("button", { name: /^\+.*Main entrance/ }).click();
    await page.getByRole("button", { name: "Press the key" }).waitFor();
    await page.keyboard.press(key);
    await page.getByRole("button", { name: "Press the key" }).waitFor({ state: "detached" });
    await close(page);
  };
  await learn("F7");
  await page.keyboard.press("F7");
  await shows(page, 1);
  await page.keyboard.press("Control+F7");
  await learn("Escape");
  await page.keyboard.press("F7");
  await page.keyboard.press("ArrowUp");
  await shows(page, 2);
});

test("a key that is still held, a combination and a modifier are not learned", async () => {
  await using console = await ModelConsole.open();
  await using page = await openPhone(console);
  await open(page);
  await page.getByRole("button", { name: /^\+.*Main entrance/ }).focus();
  await page.keyboard.down("Enter");
  await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await page.keyboard.press("Control+b");
  await page.getByRole("button", { name: "Press the key" }).waitFor();
  await page.keyboard.press("b");
  await page.getByRole("button", { name: /\+.*Main entrance.*: b/ }).waitFor();
  await close(page);
  await page.keyboard.press("b");
  await shows(page, 1);
});

test("a key that was learned for a second counter does at a gate of one what it always does", async () => {
  await using console = await ModelConsole.open();
  await using page = await openPhone(console);
  await page.evaluate(() =>
    localStorage.setItem("counting-settings", JSON.stringify({ keys: { ArrowUp: "down-1" } })),
  );
  await page.reload();
  await shows(page, 0);
  await page.keyboard.press("ArrowUp");
  await shows(page, 1);
});

test.each([
  ["5", "5"],
  ['{"since":7}', '{"keys":null,"theme":"sepia","sound":{}}'],
  ["{", "[]"],
])(
  "what it cannot read is as if it were not kept: a shift %s, settings %s",
  async (shift, settings) => {
    await using console = await ModelConsole.open();
    await using page = await openPhone(console);
    await page.evaluate(
      ([shift = "", settings = ""]) => {
        localStorage.setItem("counting-shift", shift);
        localStorage.setItem("counting-settings", settings);
        localStorage.setItem("counting-shows-today", settings);
      },
      [shift, settings],
    );
    await page.reload();
    await shows(page, 0);
    await page.keyboard.press("ArrowUp");
    await tapUp(page);
    await says(page, "All taps sent");
    await open(page);
    await page.getByText("2 in · 0 out").waitFor();
    await set(page, "Offer ×5 and ×10");
    await close(page);
  },
);
