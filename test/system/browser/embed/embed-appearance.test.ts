import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { randomBase62 } from "../../../../adapters/random.ts";
import { type InitialCounterSettings, newCounter } from "../../../../core/counters/counter.ts";
import { newCounterId } from "../../../../core/counters/counter-names.ts";
import { createOrganization, outputs, shareCounter, stores } from "../../service.ts";
import { accessibilityFindings, newPage, seen, useBrowser } from "../browser.ts";
import { keepPicture } from "../screenshots.ts";

useBrowser();

const organization = await createOrganization("free");

/** An embed of a counter that has had this count for a quarter of an hour. */
async function embedOf(settings: InitialCounterSettings, count: number): Promise<string> {
  const key = { organizationId: organization.id, counterId: newCounterId(randomBase62) };
  const counter = { ...newCounter(settings, key, Date.now() - 900_000), count };
  await stores.counterCreator.create([counter]);
  return `${outputs.BaseUrl}/embed/${await shareCounter(counter)}`;
}

const embeds = {
  goal: await embedOf({ name: "Visitors today", goalTarget: 2_000 }, 1_284),
  huge: await embedOf({ name: "Photons", goalTarget: 1e15 }, Number.MIN_SAFE_INTEGER),
  long: await embedOf({ name: `${"A name of many words ".repeat(9)}end`, goalTarget: 9 }, 123_456),
  rightToLeft: await embedOf({ name: "البوابة الرئيسية – 3", goalTarget: 300 }, 212),
};

const sizes = [
  [150, 100],
  [300, 200],
  [1280, 800],
] as const;

const modes = {
  light: { colorScheme: "light", forcedColors: "none" },
  dark: { colorScheme: "dark", forcedColors: "none" },
  forced: { colorScheme: "light", forcedColors: "active" },
} as const;

/** The elements that are not wholly within the frame. */
function spilled(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll(".name, .number, .of, .bar, .status, .changed, .ended")]
      .filter((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
      })
      .map(({ className }) => String(className)),
  );
}

/** Text beside the number that is seen and smaller than 12 pixels. */
function smallText(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll(".name, .of, .progress, .status, .ended p")]
      .filter((element) => {
        const isSeen = element.getBoundingClientRect().width > 1;
        return isSeen && Number.parseFloat(getComputedStyle(element).fontSize) < 12;
      })
      .map(({ className }) => String(className)),
  );
}

/** Looks at a page that is loaded once in every size and all colors. */
async function inspect(page: Page, name: string): Promise<void> {
  for (const [mode, media] of Object.entries(modes)) {
    await page.emulateMedia(media);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      const where = `${mode}-${name}-${width}x${height}`;
      expect(await spilled(page), where).toEqual([]);
      expect(await smallText(page), where).toEqual([]);
      // Colors change no layout: the others where the text is smallest.
      if (mode !== "light" && width !== 150) continue;
      await keepPicture(page, where);
      expect(await accessibilityFindings(page), where).toEqual([]);
    }
  }
}

test.each(Object.entries(embeds))(
  'the embed "%s" fits every size and is accessible, in all colors',
  async (name, url) => {
    await using page = await newPage();
    await page.goto(url);
    await seen(page, ".state", "Live");
    await inspect(page, name);
    await seen(page, ".state", "Live");
  },
);

test("in a frame smaller than any size that is promised the number is whole, and is the largest", async () => {
  await using page = await newPage();
  await page.goto(embeds.goal);
  await page.locator(".number").filter({ hasText: "1,284" }).waitFor({ state: "attached" });
  for (const [width, height] of [
    [149, 99],
    [149, 40],
    [60, 90],
    [40, 20],
  ] as const) {
    await page.setViewportSize({ width, height });
    const where = `${width}x${height}`;
    expect(await spilled(page), where).toEqual([]);
    const letters = await page.evaluate(() =>
      [".number", ".of", ".name", ".status", ".progress"].map((selector) => {
        const element = document.querySelector(selector);
        const { width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
        // What is one pixel wide is there for screen readers only.
        const isSeen = element !== null && width > 1 && height > 0;
        return isSeen ? Number.parseFloat(getComputedStyle(element).fontSize) : 0;
      }),
    );
    const [number = 0, ...others] = letters;
    expect(number, where).toBeGreaterThan(Math.max(7, ...others));
  }
});

test("an embed that waits for the service fits every size and is accessible", async () => {
  await using page = await newPage();
  await page.goto(embeds.goal);
  await seen(page, ".state", "Live");
  await page.route("**/count", (route) => route.abort());
  await seen(page, ".state", "Reconnecting");
  // An old number says since when, and no longer how long ago it changed.
  await seen(page, ".changed", /^No news since \d/);
  await inspect(page, "reconnecting");
  await seen(page, ".state", "Reconnecting");
});

test("a framed embed has round corners, says its number and goal in one line, and can do without its state", async () => {
  await using page = await newPage({ viewport: { width: 300, height: 200 } });
  await page.goto(`${embeds.goal}?state=none`);
  await page.locator("[data-state=live]").waitFor();
  expect(await page.locator(".status").isVisible()).toBe(false);
  const corner = page.locator(".embed").evaluate((embed) => getComputedStyle(embed).borderRadius);
  expect(await corner).toBe("12px");
  const ground = page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(await ground).toBe("rgba(0, 0, 0, 0)");
  const [number, of] = await Promise.all(
    [".number", ".of"].map((part) => page.locator(part).boundingBox()),
  );
  expect(await page.locator(".figure").innerText()).toMatch(/^1,284\s+of 2,000$/);
  expect(of?.x).toBeGreaterThan((number?.x ?? 0) + (number?.width ?? 0));
  // What is not live is said all the same.
  await page.route("**/count", (route) => route.abort());
  await seen(page, ".state", "Reconnecting");
});

test("with reduced motion a change does not move", async () => {
  await using page = await newPage({ reducedMotion: "reduce" });
  await page.goto(embeds.goal);
  await page.locator(".embed").evaluate((embed) => embed.classList.add("moved"));
  const animation = (part: string) =>
    page.locator(part).evaluate((element) => getComputedStyle(element).animationName);
  expect([await animation(".number"), await animation(".dot")]).toEqual(["none", "none"]);
});
