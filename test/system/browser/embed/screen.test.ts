import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { newGroup } from "../../group-service.ts";
import {
  createCounter,
  createOrganization,
  outputs,
  shareGroup,
  stores,
  tapOnce,
} from "../../service.ts";
import { accessibilityFindings, newPage, seen, useBrowser } from "../browser.ts";
import { screenshots } from "../screenshots.ts";
import { interruptible } from "../servers.ts";
import { newEmbed } from "./embeds.ts";

useBrowser();
mkdirSync(screenshots, { recursive: true });

const organization = await createOrganization("free");

/** A group with this capacity, its door, and its screen at `path` of the public site. */
async function newScreen(capacity: number | null, incrementStep = 1) {
  const group = await newGroup(organization, { name: "Hall 1", capacity });
  const counter = await createCounter(organization, { groupId: group.id, incrementStep });
  const sessionId = await shareGroup(group);
  const path = `/screen/${sessionId}`;
  return { counter, sessionId, path, url: `${outputs.BaseUrl}${path}` };
}

const sizes = [
  [320, 568],
  [390, 844],
  [1440, 900],
  [1080, 1920],
  [3840, 2160],
] as const;

test.each([
  ["room", 5, "Come in"],
  ["almost", 95, "Almost full"],
  ["full", 100, "Please wait"],
])(
  "a screen with %s fits every size and is accessible, in light and dark",
  async (name, step, words) => {
    const { counter, url } = await newScreen(100, step);
    await tapOnce(counter);
    await using page = await newPage();
    await page.goto(url);
    await seen(page, ".advice .words", words);
    await seen(page, ".of", "of 100");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        const where = `screen-${name}-${colorScheme}-${width}x${height}`;
        await page.screenshot({ path: `${screenshots}/${where}.png`, animations: "disabled" });
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
    }
    const size = await page.locator(".number").evaluate((part) => getComputedStyle(part).fontSize);
    expect(Number.parseFloat(size)).toBeGreaterThan(600);
  },
);

test("with its network cut a screen says since when its number is old, and goes on by itself", async () => {
  const { counter, path } = await newScreen(100);
  await using proxy = await interruptible(outputs.BaseUrl);
  await using page = await newPage();
  await page.clock.install();
  await page.goto(`${proxy.url}${path}`);
  await seen(page, ".advice .words", "Come in");
  await proxy.stop();
  await page.clock.runFor(16_000);
  await seen(page, ".news .words", /^No news since /);
  expect(await page.locator(".advice").isVisible()).toBe(false);
  await tapOnce(counter);
  await page.clock.fastForward("03:00:00");
  await page.clock.runFor(1_000);
  await seen(page, ".news .words", /^No news since /);
  expect(await page.textContent(".number")).toBe("0");
  await proxy.restart();
  await page.clock.runFor(31_000);
  await seen(page, ".number", /^1$/);
  await seen(page, ".news .words", "Live");
});

test("a service that hangs is no news either", async () => {
  const { path } = await newScreen(null);
  await using proxy = await interruptible(outputs.BaseUrl);
  await using page = await newPage();
  await page.clock.install();
  await page.goto(`${proxy.url}${path}`);
  await seen(page, ".news .words", "Live");
  proxy.hang();
  await page.clock.runFor(20_000);
  await seen(page, ".news .words", /^No news since /);
});

test("before the first news a screen has no number", async () => {
  const { url } = await newScreen(100);
  await using page = await newPage();
  await page.route("**/count", (route) => route.abort());
  await page.goto(url);
  await seen(page, ".news .words", "Connecting");
  expect(await page.textContent(".number")).toBe("");
});

test("a revoked session says so, and its number is gone", async () => {
  const { url, sessionId } = await newScreen(100);
  await using page = await newPage();
  await page.goto(url);
  await seen(page, ".news .words", "Live");
  await stores.embedSessions.revoke({ organizationId: organization.id, sessionId });
  await seen(page, ".news .words", "Not shared");
  expect(await page.textContent(".number")).toBe("");
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

test("a screen keeps its display awake, and asks again when it is shown again", async () => {
  const { url } = await newScreen(100);
  await using page = await newPage();
  await page.addInitScript(() => {
    Object.assign(window, { asked: 0 });
    Object.defineProperty(navigator, "wakeLock", {
      value: {
        async request() {
          Object.assign(window, { asked: Reflect.get(window, "asked") + 1 });
          return { released: true };
        },
      },
    });
  });
  await page.goto(url);
  await seen(page, ".news .words", "Live");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect.poll(() => page.evaluate(() => Reflect.get(window, "asked"))).toBeGreaterThan(1);
});
