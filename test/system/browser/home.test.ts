import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import * as z from "zod";
import { assetsFolder } from "../../../lib/platform/built-functions.ts";
import { outputs } from "../service.ts";
import { accessibilityFindings, newPage, seen, useBrowser } from "./browser.ts";
import { newEmbed } from "./embed/embeds.ts";
import { keepPicture } from "./screenshots.ts";

useBrowser();

const home = `${outputs.BaseUrl}/`;

const light = { colorScheme: "light", forcedColors: "none" } as const;
const dark = { colorScheme: "dark", forcedColors: "none" } as const;
const forced = { colorScheme: "light", forcedColors: "active" } as const;

/** Other colors change no layout: the narrowest and a wide one show them. */
const looks = [
  ...[320, 1280].map((width) => ["light", light, width] as const),
  ["dark", dark, 320] as const,
  ["forced", forced, 320] as const,
];

test("the home page fits every width and is accessible, in all colors", async () => {
  await using page = await newPage();
  await page.goto(home);
  for (const [mode, media, width] of looks) {
    await page.emulateMedia(media);
    await page.setViewportSize({ width, height: 800 });
    await keepPicture(page, `home-${mode}-${width}`, { fullPage: true });
    const where = `${mode} ${width}`;
    expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBe(width);
    expect(await accessibilityFindings(page), where).toEqual([]);
  }
});

test("with the keyboard a reader gets to the docs and the console first, then to how it works and to running it", async () => {
  await using page = await newPage();
  await page.goto(home);
  for (const name of [
    "Counting Service",
    "Docs",
    "Sign in",
    "See how it works",
    "Run it yourself",
  ]) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name);
  }
  await page.keyboard.press("Enter");
  await page.waitForURL(`${home}docs/operators/deploy`);
});

test.each([
  { colorScheme: "light", ground: "rgb(255, 255, 255)" },
  { colorScheme: "dark", ground: "rgb(13, 17, 23)" },
] as const)("the home page follows the color scheme, $colorScheme", async (row) => {
  await using page = await newPage({ colorScheme: row.colorScheme });
  await page.goto(home);
  const ground = () => getComputedStyle(document.documentElement).backgroundColor;
  expect(await page.evaluate(ground)).toBe(row.ground);
});

test.each([320, 390, 1440])("what is drawn of the product can be read at %d px", async (width) => {
  await using page = await newPage({ viewport: { width, height: 800 } });
  await page.goto(home);
  const sizes = await page
    .getByRole("img", { name: /^The same number/ })
    .evaluate((scene) =>
      [...scene.querySelectorAll<HTMLElement>("b, small, strong, span")]
        .filter((each) => each.textContent !== "" && each.checkVisibility())
        .map((each) => Number.parseFloat(getComputedStyle(each).fontSize)),
    );
  expect(sizes.length).toBeGreaterThan(5);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12);
});

test("a deployment's own embed counts on its home page, and nothing jumps", async () => {
  const { sessionId } = await newEmbed({ name: "Main entrance", goalTarget: 2_000 });
  await using page = await newPage();
  const response = await homeThatShows(sessionId);
  await page.route(home, (route) => route.fulfill(response));
  await page.addInitScript(sumLayoutShifts);
  for (const [mode, media, width] of looks) {
    await page.emulateMedia(media);
    await page.setViewportSize({ width, height: 800 });
    await page.goto(home);
    const embed = page.frameLocator("iframe");
    await seen(embed, ".name", "Main entrance");
    await seen(embed, ".state", "Live");
    const where = `${mode} ${width}`;
    expect(await page.evaluate(() => globalThis.layoutShift), where).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBe(width);
    expect(await accessibilityFindings(page), where).toEqual([]);
    await keepPicture(page, `home-embed-${mode}-${width}`);
  }
  expect(await page.getByRole("img", { name: /^The same number/ }).count()).toBe(0);
});

/** What the built function responds where the setting `homeEmbed` names this embed. */
async function homeThatShows(sessionId: string) {
  const { ApiUrl: API_URL, BaseUrl: BASE_URL, ConsoleUrl: CONSOLE_URL } = outputs;
  Object.assign(process.env, { API_URL, BASE_URL, CONSOLE_URL, HOME_EMBED: sessionId });
  const { handler } = await import(
    pathToFileURL(join(assetsFolder, "show-home", "index.mjs")).href
  );
  const http = { method: "GET", path: "/" };
  const event = {
    routeKey: "GET /",
    rawPath: "/",
    headers: {},
    requestContext: { http, requestId: "request" },
  };
  const {
    statusCode: status,
    headers,
    body,
  } = HomeResponse.parse(await handler(event, { awsRequestId: "request" }));
  return { status, headers, body };
}

const HomeResponse = z.object({
  statusCode: z.literal(200),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});

function sumLayoutShifts(): void {
  globalThis.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      globalThis.layoutShift += (entry as PerformanceEntry & { value: number }).value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}

declare global {
  var layoutShift: number;
}
