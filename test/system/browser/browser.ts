import { existsSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type axe from "axe-core";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { afterAll, beforeAll, expect, onTestFailed } from "vitest";

/**
 * The program that CHROMIUM names, or Debian's: the headless shell, which is the same engine without
 * the processes of a desktop browser, before the whole of Chromium.
 */
const programs = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const executablePath = process.env.CHROMIUM ?? programs.find((path) => existsSync(path));

let browser: Browser | undefined;

/** Starts a browser for the tests of a file. */
export function useBrowser(): void {
  beforeAll(async () => {
    if (executablePath === undefined || !existsSync(executablePath)) {
      const path = executablePath ?? programs.join(" or ");
      const remedy = "apt-get install chromium-headless-shell, or set CHROMIUM";
      throw new Error(`no browser at ${path}: ${remedy}`);
    }
    // Without a locale, Chromium cannot write the names of files that are not ASCII.
    const env = { ...process.env, LC_ALL: "C.UTF-8" };
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"], env });
  });
  afterAll(() => browser?.close());
}

/** Longer than a busy machine takes to close a context. */
const closeMs = 10_000;

/**
 * While a page navigates, Chromium can lose the order to close its context, less often if the page is
 * closed first. Such a context ends with the browser, after the tests of the file.
 */
async function closed(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    // What a route still fetches ends with its page.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.close();
  }
  await context.close();
}

/**
 * A page of its own context. What the browser complains about and a response of 500 that no test has
 * made itself end the test at once: the page is closed, and what waits for it fails.
 */
export async function newPage(
  options: BrowserContextOptions = {},
): Promise<Page & AsyncDisposable> {
  if (browser === undefined) throw new Error("no browser was started");
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  let shownLast = "";
  const complain = async (text: string) => {
    complaints.push(text);
    if (complaints.length > 1) return;
    shownLast = await shownOn(page);
    await page.close();
  };
  page.on("pageerror", (error) => void complain(String(error)));
  page.on("console", (message) => {
    const expected = /Failed to (load resource|fetch dynamically imported module)/.test(
      message.text(),
    );
    if (message.type() === "error" && !expected) void complain(message.text());
  });
  page.on("response", async (response) => {
    if (response.status() !== 500) return;
    // What a test answers itself comes from no server.
    const server = await response.serverAddr().catch(() => null);
    if (server !== null) void complain(`500 from ${response.url()}`);
  });
  onTestFailed(() => console.error(`what the page showed at the end of the test:\n${shownLast}`));
  return Object.assign(page, {
    async [Symbol.asyncDispose]() {
      if (complaints.length === 0) shownLast = await shownOn(page);
      await Promise.race([closed(context), setTimeout(closeMs, undefined, { ref: false })]);
      expect(complaints).toEqual([]);
    },
  });
}

async function shownOn(page: Page): Promise<string> {
  const text = await page.innerText("body", { timeout: 2_000 }).catch(String);
  return `${page.url()}\n${text.slice(0, 2_000)}`;
}

/** Waits until an element has this text. */
export function seen(page: Pick<Page, "locator">, selector: string, text: string | RegExp) {
  return page.locator(selector).filter({ hasText: text }).waitFor({ timeout: 20_000 });
}

const axeSource = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

/** What axe finds wrong with the accessibility of a page. */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  await page.evaluate(transitionsEnd);
  // What is right need not be told in detail: that takes most of the time on a large page.
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run({ resultTypes: ["violations"] }),
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(", ")}`);
}

/** Opens the calendar of the field with this label, as people who cannot see it would, and closes it. */
export async function lookAtCalendar(page: Page, label: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true }).and(page.getByRole("button"));
  await field.click();
  const calendar = page.getByRole("dialog", { name: label });
  await calendar.getByRole("button", { name: "Previous month" }).click();
  expect(await accessibilityFindings(page)).toEqual([]);
  await field.click();
  await calendar.waitFor({ state: "detached" });
}

/** Between two color schemes, colors that fade have a contrast of neither. They begin with the next frame. */
async function transitionsEnd(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  await frame();
  const running = document.getAnimations().filter((each) => each instanceof CSSTransition);
  await Promise.allSettled(running.map(({ finished }) => finished));
}
