import { mkdirSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { randomBase62 } from "../../../adapters/random.ts";
import { type NewCounter, newCounter, newCounterId } from "../../../core/counters/counter.ts";
import { createOrganization, outputs, shareCounter, stores } from "../service.ts";
import { accessibilityFindings, newPage, seen, useBrowser } from "./browser.ts";

useBrowser();

const folder = "dist/screenshots";
mkdirSync(folder, { recursive: true });

const organization = await createOrganization("free");

/** An embed of a counter that has had this count for a quarter of an hour. */
async function embedOf(settings: NewCounter, count: number): Promise<string> {
  const key = { organizationId: organization.id, counterId: newCounterId(randomBase62) };
  const counter = { ...newCounter(settings, key, Date.now() - 900_000), count };
  await stores.counterCreator.create([counter]);
  return `${outputs.BaseUrl}/embed/${await shareCounter(counter)}`;
}

const embeds = {
  plain: await embedOf({ name: "Main entrance" }, 1_284),
  goal: await embedOf({ name: "Visitors today", goalTarget: 2_000 }, 1_284),
  reached: await embedOf({ name: "Marathon finishers", goalTarget: 1_000 }, 1_043),
  first: await embedOf({ name: "Back gate" }, 0),
  huge: await embedOf({ name: "Photons", goalTarget: 1e15 }, Number.MIN_SAFE_INTEGER),
  long: await embedOf({ name: `${"A name of many words ".repeat(9)}end`, goalTarget: 9 }, 123_456),
  rightToLeft: await embedOf({ name: "البوابة الرئيسية – 3", goalTarget: 300 }, 212),
};
const gone = `${outputs.BaseUrl}/embed/emb_012345678901234567890123`;

const sizes = [
  [150, 100],
  [300, 200],
  [600, 400],
  [320, 640],
  [1280, 800],
] as const;

const modes: Record<string, BrowserContextOptions> = {
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  reduced: { reducedMotion: "reduce" },
  forced: { forcedColors: "active" },
};

/** The elements that are not wholly within the frame. */
function spilled(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll(".name, .number, .bar, .status, .changed, .ended")]
      .filter((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
      })
      .map(({ className }) => String(className)),
  );
}

test.each(Object.entries(modes))(
  "in %s every embed fits every size and is accessible, and a screenshot is kept",
  async (mode, options) => {
    await using page = await newPage(options);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      for (const [name, url] of Object.entries(embeds)) {
        await page.goto(url);
        await seen(page, ".state", "Live");
        await page.screenshot({
          path: `${folder}/${mode}-${name}-${width}x${height}.png`,
          animations: "disabled",
        });
        const where = `${mode} ${name} ${width}x${height}`;
        expect(await spilled(page), where).toEqual([]);
        if (width !== 600) expect(await accessibilityFindings(page), where).toEqual([]);
      }
    }
  },
  240_000,
);

test.each(Object.entries(modes))(
  "in %s an embed that waits for the service, and one that is gone, are accessible",
  async (mode, options) => {
    await using page = await newPage(options);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await page.goto(embeds.goal);
      await seen(page, ".state", "Live");
      await page.route("**/count", (route) => route.abort());
      await seen(page, ".state", "Reconnecting");
      await page.screenshot({ path: `${folder}/${mode}-reconnecting-${width}x${height}.png` });
      expect([await accessibilityFindings(page), await spilled(page)]).toEqual([[], []]);
      await page.unroute("**/count");
      await page.goto(gone);
      await page.screenshot({ path: `${folder}/${mode}-gone-${width}x${height}.png` });
      expect([await accessibilityFindings(page), await spilled(page)]).toEqual([[], []]);
    }
  },
  120_000,
);

test("with reduced motion a change does not move", async () => {
  await using page = await newPage({ reducedMotion: "reduce" });
  await page.goto(embeds.plain);
  await page.locator(".embed").evaluate((embed) => embed.classList.add("moved"));
  const animation = (part: string) =>
    page.locator(part).evaluate((element) => getComputedStyle(element).animationName);
  expect([await animation(".number"), await animation(".dot")]).toEqual(["none", "none"]);
});
