import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { directionOf, type Language } from "../../../../core/languages.ts";
import { allMessages } from "../../../../web/languages/all-messages.ts";
import { accessibilityFindings, useBrowser } from "../browser.ts";
import { keepPicture } from "../screenshots.ts";
import { newPhone, says, shows, tapUp } from "./counting.ts";
import { counterId, ModelConsole } from "./model-console.ts";

useBrowser();

const smallPhone = { width: 320, height: 568 };

/** Long words, the other direction, and lines without spaces. */
const tried = ["de", "ar", "ja"] as const satisfies Language[];

const hall = { id: "grp_1", name: "Halle 1", level: 2_450, capacity: 2_500, members: [] };

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

async function inspect(page: Page, name: string): Promise<void> {
  await keepPicture(page, `languages-${name}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(320);
  expect(await cutOff(page), name).toEqual([]);
  expect(await accessibilityFindings(page), name).toEqual([]);
}

async function left(page: Page, selector: string): Promise<number> {
  return (await page.locator(selector).boundingBox())?.x ?? Number.NaN;
}

/** Words that their own button or line cuts off; names may be cut. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll(
        "button, a, label, h1, h2, h3, p:not(.place), legend:not(.hidden)",
      ),
    ]
      .filter((element) => element.checkVisibility() && element.clientWidth > 1)
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map((element) => `${element.className || element.tagName}: ${element.textContent}`),
  );
}

test.each(tried)(
  "in %s the start page and the counting page fit a small phone and are accessible",
  async (language) => {
    const { start, count } = allMessages[language];
    await using console = await ModelConsole.open();
    await using page = await newPhone({ locale: language, viewport: smallPhone });
    console.session = null;
    await page.goto(`${console.url}/`);
    await heading(page, start.welcomeTitle).waitFor();
    const html = page.locator("html");
    expect(await html.getAttribute("lang")).toBe(language);
    expect(await html.getAttribute("dir")).toBe(directionOf(language));
    await inspect(page, `start-${language}`);

    console.service.change(counterId, { goalTarget: 2_000 });
    console.group = hall;
    console.limit = { scope: "group", capacity: 2_500, almostAt: 2_250 };
    await page.goto(console.gatePage);
    await shows(page, 0);
    await tapUp(page, 2);
    await says(page, count.allSent);
    await inspect(page, `count-${language}`);
    // Under the right thumb, whatever the direction of the text.
    const [up, down] = await Promise.all([left(page, ".tap.up"), left(page, ".tap.down")]);
    expect(up).toBeGreaterThan(down);
    await page.locator(".open-settings").tap();
    await heading(page, count.settingsTitle).waitFor();
    await inspect(page, `settings-${language}`);
    await page.locator(".settings-close").tap();

    console.weather = "lost";
    await tapUp(page, 3);
    await says(page, count.offlineKept(count.amount(3, 0)));
    await inspect(page, `offline-${language}`);
    console.group = { ...hall, level: 2_501 };
    console.weather = "fine";
    const stop = page.locator(".fill-word", { hasText: count.stop });
    await stop.waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    const lines = (word: HTMLElement) =>
      Math.round(word.clientHeight / Number.parseFloat(getComputedStyle(word).lineHeight));
    expect(await stop.evaluate(lines)).toBe(1);
    await page.setViewportSize(smallPhone);
    await inspect(page, `full-${language}`);
    console.service.change(counterId, { locked: true });
    await page.getByText(count.locked).waitFor();
    await inspect(page, `locked-${language}`);
  },
);

test("a language that is chosen is kept, also without a network, and the gate stays", async () => {
  await using console = await ModelConsole.open();
  await using page = await newPhone();
  await page.goto(console.gatePage);
  await shows(page, 0);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.locator(".open-settings").tap();
  await page.getByRole("link", { name: "日本語" }).tap();
  await says(page, allMessages.ja.count.allSent);
  expect(page.url()).toBe(`${console.gatePage}&lang=ja`);
  await tapUp(page);
  await shows(page, 1);
  await says(page, allMessages.ja.count.allSent);
  // While the new worker becomes active, what the one before kept is there, too.
  await page.waitForFunction(() => {
    const { scriptURL, state } = navigator.serviceWorker.controller ?? {};
    return scriptURL?.endsWith("lang=ja") && state === "activated";
  });
  expect(await keptLanguages(page)).toEqual(["ja"]);
  console.stop();
  await page.goto(console.gatePage);
  await says(page, allMessages.ja.count.offline);
  await page.locator(".back").tap();
  await heading(page, allMessages.ja.start.gatesHere).waitFor();
});

/** The languages of the start pages that the device keeps. */
function keptLanguages(page: Page): Promise<(string | undefined)[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const languages = names.map(async (name) => {
      const kept = await (await caches.open(name)).match("/", { ignoreSearch: true });
      return /<html lang="(\w+)"/.exec((await kept?.text()) ?? "")?.[1];
    });
    return await Promise.all(languages);
  });
}
