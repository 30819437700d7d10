import { expect, test } from "vitest";
import { outputs } from "../service.ts";
import { accessibilityFindings, newPage, useBrowser } from "./browser.ts";
import { keepPicture } from "./screenshots.ts";

useBrowser();

const docs = `${outputs.BaseUrl}/docs`;

/** One of each kind: guide, reference, diagram. */
const kinds = {
  guide: "/integrators/webhooks",
  reference: "/reference/get-counter-history",
  architecture: "/maintainers/architecture",
};

test.each(Object.entries(kinds))(
  "the docs' page %s fits every width and is accessible, in light and dark",
  async (name, path) => {
    await using page = await newPage();
    await page.goto(`${docs}${path}`);
    for (const [colorScheme, width] of [
      ["light", 1280],
      ["dark", 320],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await keepPicture(page, `docs-${name}-${colorScheme}-${width}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await accessibilityFindings(page), colorScheme).toEqual([]);
    }
  },
);

test("the keyboard alone finds a section and opens it", async () => {
  await using page = await newPage();
  await page.goto(`${docs}/glossary`);
  await page.keyboard.press("/");
  await page.keyboard.type("constant time");
  const options = page.getByRole("option");
  await options.first().waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  const first = await options.first().innerText();
  await page.keyboard.press("ArrowDown");
  expect(await options.first().getAttribute("aria-selected")).toBe("false");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname !== "/docs/glossary");
  expect(first.toLowerCase()).toContain((await page.locator("h1").innerText()).toLowerCase());
  expect(await page.locator("main").innerText()).toMatch(/constant time/i);
});

test("an address without a page leads to those that are like it, and code is copied", async () => {
  await using page = await newPage();
  await page.goto(`${docs}/integrators/receiving-webhook`);
  await page.getByRole("link", { name: "Receiving webhooks" }).last().click();
  await page.waitForURL(`${docs}/integrators/webhooks`);
  const blocks = page.locator(".code");
  expect(await page.locator("pre").count()).toBe(await blocks.count());
  await blocks.first().getByRole("button", { name: "Copy" }).click({ trial: true });
});

test("without JavaScript everything is read: text, navigation, samples in each language, the list of pages on a phone", async () => {
  await using page = await newPage({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 800 },
  });
  await page.goto(`${docs}/reference/list-counters`);
  expect(await page.locator("main").innerText()).toContain("Sorted by name.");
  await page.getByText("Python", { exact: true }).click();
  expect(await page.locator(".samples").innerText()).toContain("from counting_client import");
  expect(await page.locator(".samples").innerText()).not.toContain("curl -H");
  const guide = page.getByRole("link", { name: "Receiving webhooks" });
  expect(await guide.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByText("For developers", { exact: true }).first().click();
  await guide.click();
  await page.waitForURL(`${docs}/integrators/webhooks`);
  expect(await page.getByRole("combobox").count()).toBe(0);
});

test("the language that somebody chose is shown on the next page, too", async () => {
  await using page = await newPage();
  await page.goto(`${docs}/reference/list-counters`);
  await page.getByText("JavaScript", { exact: true }).click();
  await page.goto(`${docs}/reference/get-counter`);
  await expect.poll(() => page.locator(".samples").innerText()).toContain("new CountingClient");
});
