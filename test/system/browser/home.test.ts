import { mkdirSync } from "node:fs";
import type { BrowserContextOptions } from "playwright-core";
import { expect, test } from "vitest";
import { outputs } from "../service.ts";
import { accessibilityFindings, newPage, useBrowser } from "./browser.ts";

useBrowser();

const folder = "dist/screenshots";
mkdirSync(folder, { recursive: true });

const home = `${outputs.BaseUrl}/`;

const modes: [name: string, options: BrowserContextOptions][] = [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["forced", { forcedColors: "active" }],
];

test.each(modes)(
  "in %s the home page fits every width and is accessible",
  async (mode, options) => {
    await using page = await newPage(options);
    for (const width of [320, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(home);
      await page.screenshot({ path: `${folder}/home-${mode}-${width}.png`, fullPage: true });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await accessibilityFindings(page), `${mode} ${width}`).toEqual([]);
    }
  },
);

test("the home page follows the color scheme, and its style is what its policy allows", async () => {
  const backgrounds: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await using page = await newPage({ colorScheme });
    await page.goto(home);
    backgrounds.push(
      await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor),
    );
  }
  expect(backgrounds).toEqual(["rgb(255, 255, 255)", "rgb(17, 21, 27)"]);
});

test("with the keyboard a reader gets to the API description first", async () => {
  await using page = await newPage();
  await page.goto(home);
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("API description");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${outputs.ApiUrl}/api/v1/openapi.json`);
});
