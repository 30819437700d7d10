import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { outputs } from "../service.ts";
import { accessibilityFindings, newPage, useBrowser } from "./browser.ts";

useBrowser();

const folder = "dist/screenshots";
mkdirSync(folder, { recursive: true });

const home = `${outputs.BaseUrl}/`;

const light = { colorScheme: "light", forcedColors: "none" } as const;
const dark = { colorScheme: "dark", forcedColors: "none" } as const;
const forced = { colorScheme: "light", forcedColors: "active" } as const;

/** Other colors change no layout: the narrowest and a wide one show them. */
const looks = [
  ...[320, 768, 1280, 1920].map((width) => ["light", light, width] as const),
  ...[320, 1280].map((width) => ["dark", dark, width] as const),
  ...[320, 1280].map((width) => ["forced", forced, width] as const),
];

test("the home page fits every width and is accessible, in all colors", async () => {
  await using page = await newPage();
  await page.goto(home);
  for (const [mode, media, width] of looks) {
    await page.emulateMedia(media);
    await page.setViewportSize({ width, height: 800 });
    await page.screenshot({ path: `${folder}/home-${mode}-${width}.png`, fullPage: true });
    const where = `${mode} ${width}`;
    expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBe(width);
    expect(await accessibilityFindings(page), where).toEqual([]);
  }
});

test("the home page follows the color scheme, and its style is what its policy allows", async () => {
  const backgrounds: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await using page = await newPage({ colorScheme });
    await page.goto(home);
    backgrounds.push(
      await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor),
    );
  }
  expect(backgrounds).toEqual(["rgb(255, 255, 255)", "rgb(13, 17, 23)"]);
});

test("with the keyboard a reader gets to the console first, then to the docs", async () => {
  await using page = await newPage();
  await page.goto(home);
  for (const name of ["Sign in", "Read the docs"]) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name);
  }
  await page.keyboard.press("Enter");
  await page.waitForURL(`${outputs.BaseUrl}/docs`);
});
