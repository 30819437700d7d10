import { expect, test } from "vitest";
import { newGroup } from "../../group-service.ts";
import { createCounter, createOrganization, outputs, shareGroup, tapOnce } from "../../service.ts";
import { accessibilityFindings, newPage, seen, useBrowser } from "../browser.ts";
import { keepPicture } from "../screenshots.ts";
import { newEmbed } from "./embeds.ts";

useBrowser();

const organization = await createOrganization("free");

/** A group with this capacity, its door, and its screen. */
async function newScreen(capacity: number, incrementStep = 1) {
  const group = await newGroup(organization, { name: "Hall 1", capacity });
  const counter = await createCounter(organization, { groupId: group.id, incrementStep });
  const sessionId = await shareGroup(group);
  return { counter, url: `${outputs.BaseUrl}/screen/${sessionId}` };
}

const sizes = [
  [320, 568],
  [1080, 1920],
  [3840, 2160],
] as const;

test.each([
  ["room", "light", 5, "Come in"],
  ["full", "dark", 100, "Please wait"],
] as const)("a screen with %s fits every size and is accessible, %s", async (...of) => {
  const [name, colorScheme, step, words] = of;
  const { counter, url } = await newScreen(100, step);
  await tapOnce(counter);
  await using page = await newPage({ colorScheme });
  await page.goto(url);
  await seen(page, ".advice .words", words);
  await seen(page, ".of", "of 100");
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    const where = `screen-${name}-${colorScheme}-${width}x${height}`;
    await keepPicture(page, where);
    const spilled = await page.evaluate(() =>
      [...document.querySelectorAll(".name, .number, .bar, .of, .advice .words, .news")]
        .filter((element) => {
          const { left, top, right, bottom } = element.getBoundingClientRect();
          return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
        })
        .map(({ className }) => String(className)),
    );
    expect(spilled, where).toEqual([]);
    expect(await accessibilityFindings(page), where).toEqual([]);
  }
  const size = await page.locator(".number").evaluate((part) => getComputedStyle(part).fontSize);
  expect(Number.parseFloat(size)).toBeGreaterThan(600);
});

test.each([
  ["right", "room", "none"],
  ["left", "room", "matrix(-1, 0, 0, -1, 0, 0)"],
  ["right", "full", undefined],
  ["sideways", "room", undefined],
])("with the arrow %s, a screen with %s is turned by %s, also in Arabic", async (...of) => {
  const [arrow, level, turn] = of;
  const { counter, url } = await newScreen(10, level === "full" ? 10 : 1);
  await tapOnce(counter);
  await using page = await newPage();
  await page.goto(`${url}?arrow=${arrow}&lang=ar`);
  await page.locator(`[data-level=${level}] .icon`).waitFor();
  const pointed = page.locator(".icon .arrow").evaluate((part) => {
    const { display, transform } = getComputedStyle(part);
    const icon = getComputedStyle(part.closest("svg") ?? part).transform;
    return display === "none" ? undefined : { turn: transform, icon };
  });
  expect(await pointed).toEqual(turn && { turn, icon: "none" });
});

test("words, name and capacity of the URL are shown as text, for a counter, too", async () => {
  const { path } = await newEmbed({ name: "North gate" });
  const query = new URLSearchParams({
    capacity: "0",
    label: "<img src=x onerror=alert(1)>",
    pleaseWait: "Bitte <b>warten</b>",
    theme: "dark",
  });
  await using page = await newPage();
  await page.goto(`${outputs.BaseUrl}${path.replace("embed", "screen")}?${query}`);
  await seen(page, ".advice .words", "Bitte <b>warten</b>");
  expect(await page.textContent(".name")).toBe("<img src=x onerror=alert(1)>");
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(ground).toBe("rgb(13, 17, 23)");
});
