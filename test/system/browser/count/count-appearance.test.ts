import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessibilityFindings, useBrowser } from "../browser.ts";
import { keepPicture } from "../screenshots.ts";
import { newPhone, says, shows, tapUp } from "./counting.ts";
import { counterId, ModelConsole, secondCounterId } from "./model-console.ts";

useBrowser();

/** Each layout once, and once the colors of the dark. */
const looks = [
  { colorScheme: "light", width: 320, height: 568 },
  { colorScheme: "light", width: 844, height: 390 },
  { colorScheme: "dark", width: 390, height: 844 },
] as const;

type Setup = (console: ModelConsole, page: Page) => Promise<void>;

const many = "A name of many words ".repeat(9).trim();

/** Each state of the counting page, and how a person gets there. */
const states: Record<string, Setup> = {
  goal: async ({ service }) => service.change(counterId, { count: 1_284, goalTarget: 2_000 }),
  huge: async ({ service }) =>
    service.change(counterId, {
      count: Number.MIN_SAFE_INTEGER + 1e6,
      name: many,
      incrementStep: 1e15,
    }),
  locked: async ({ service }) => service.change(counterId, { count: 812, locked: true }),
  offline: async (console, page) => {
    await says(page, "All taps sent");
    console.weather = "lost";
    await tapUp(page, 3);
    await says(page, "Offline · 3 taps kept on this device");
  },
  revoked: async (console, page) => {
    console.weather = "failing";
    await tapUp(page, 2);
    console.gateRevoked = true;
    console.weather = "fine";
    await page.locator(".closed", { hasText: "gate link is closed" }).waitFor();
  },
  "not-saved": async (_, page) => {
    await page.evaluate(() => {
      IDBObjectStore.prototype.add = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });
    await tapUp(page);
    await page.locator(".alert:not(:empty)").waitFor();
  },
};

/** What is not wholly on the screen, although everything should fit without scrolling. */
function spilled(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll(".number, .tap:not([hidden]), .state, .goal-text, h1")]
      .filter((element) => {
        const { left, top, right, bottom, width } = element.getBoundingClientRect();
        const outside = left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
        return width > 0 && outside;
      })
      .map(({ className, tagName }) => String(className) || tagName),
  );
}

async function inspect(page: Page, name: string, { fits = false } = {}): Promise<void> {
  for (const { colorScheme, width, height } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    const where = `${colorScheme}-${name}-${width}x${height}`;
    await keepPicture(page, `count-${where}`);
    if (fits) expect(await spilled(page), where).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBe(width);
    expect(await accessibilityFindings(page), where).toEqual([]);
  }
}

/** States with so many notices that a small phone scrolls. */
const scrolls = ["not-saved", "locked", "revoked", "huge"];

test.each(Object.entries(states))(
  'the state "%s" fits every phone and is accessible',
  async (name, setUp) => {
    await using console = await ModelConsole.open();
    await using page = await newPhone();
    await page.goto(console.gatePage);
    await page.locator(".number:not(:empty)").waitFor();
    await setUp(console, page);
    const { count } = console.service.view(counterId);
    const text = new Intl.NumberFormat("en").format(count);
    if (console.weather === "fine" && name !== "revoked") {
      await page.locator(".number", { hasText: text }).waitFor();
    }
    await inspect(page, name, { fits: !scrolls.includes(name) });
  },
);

test("taps that were refused are in a list that fits every phone and is accessible", async () => {
  await using console = await ModelConsole.open();
  await using page = await newPhone();
  await page.goto(console.gatePage);
  await page.locator(".number:not(:empty)").waitFor();
  console.weather = "limited";
  await tapUp(page, 3);
  await says(page, "The service is busy");
  console.service.change(counterId, { locked: true, count: 812 });
  console.weather = "fine";
  await page.locator(".decide").waitFor();
  await shows(page, 812);
  await page.locator(".decide").click();
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await inspect(page, "kept-list");
});

test("the pages before counting fit every phone and are accessible", async () => {
  await using console = await ModelConsole.open();
  await using page = await newPhone();
  console.service.addCounter("ctr_00000000000000000003", { name: many });
  console.service.change(counterId, { count: 1_284 });
  console.service.change(secondCounterId, { count: -3, locked: true });
  console.session = null;
  await page.goto(`${console.url}/`);
  await page.getByRole("heading", { name: "Count at the gate." }).waitFor();
  await inspect(page, "start-signed-out");
  await page.goto(`${console.url}/join#org_1.inv_1.secret`);
  await page.getByRole("link", { name: "Sign in to accept" }).waitFor();
  await inspect(page, "join-signed-out");
  console.session = "mem_olivia";
  await page.goto(`${console.url}/join`);
  await page.getByRole("button", { name: "Accept" }).waitFor();
  await inspect(page, "join");
  await page.goto(`${console.url}/`);
  await page.locator(".counter-count", { hasText: "1,284" }).waitFor();
  await inspect(page, "start");
  await page.locator(".account summary").click();
  await inspect(page, "start-menu");
  // More than one screen shows at once.
  console.service.addCounter("ctr_00000000000000000005", { name: "Fifth gate" });
  const others = ["3", "4", "5"].map((digit) => counterId.replace(/.$/, digit));
  console.gateCounters = [counterId, secondCounterId, ...others];
  await page.goto(`${console.url}/gate#org_1.gat_1.secret`);
  await page.getByRole("heading", { name: "Where do you count?" }).waitFor();
  await inspect(page, "gate");
  console.session = null;
  await page.goto(`${console.url}/`);
  await page.getByRole("heading", { name: "Gates on this phone" }).waitFor();
  await inspect(page, "start-gates");
  await page.goto(`${console.url}/count/${counterId}`);
  await page.getByRole("heading", { name: "Sign in to count" }).waitFor();
  await inspect(page, "sign-in");
  console.gateRevoked = true;
  await page.goto(`${console.url}/gate#org_1.gat_1.secret`);
  await page.getByRole("heading", { name: "This gate link is closed" }).waitFor();
  await inspect(page, "gate-closed");
});
