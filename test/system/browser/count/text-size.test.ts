import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../browser.ts";
import { newPhone, says } from "./counting.ts";
import {
  counterId,
  hallAt,
  ModelConsole,
  moreCounterIds,
  secondCounterId,
} from "./model-console.ts";

useBrowser();

/** Letters of twice the usual size, as people set them in their browser. */
async function doubleLetters(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => {
      document.documentElement.style.fontSize = "32px";
    });
  });
}

/** Texts and buttons that lie on one another, are cut, or cannot be reached by scrolling. */
function collisions(): string[] {
  const selectors = [
    ...["h1 bdi", ".place", ".number", ".bar", ".goal-text", ".group-name", ".group-level"],
    ...[".counter-name bdi", ".today summary", ".state", ".undo", ".fill-line", ".tap"],
  ];
  const seen = selectors.flatMap((selector) =>
    [...document.querySelectorAll<HTMLElement>(selector)].flatMap((element, index) => {
      if (element.closest("dialog") || !element.checkVisibility()) return [];
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
      return {
        name: `${selector} ${index}`,
        left,
        right,
        top: top + scrollY,
        bottom: bottom + scrollY,
        isCut,
      };
    }),
  );
  const { scrollHeight, scrollWidth, clientWidth } = document.documentElement;
  const apart = 2;
  return seen.flatMap((a, index) => [
    ...(a.isCut ? [`${a.name} is cut`] : []),
    ...(a.bottom > scrollHeight + 1 || a.top < -1 ? [`${a.name} is out of reach`] : []),
    ...(scrollWidth > clientWidth ? ["the page scrolls sideways"] : []),
    ...seen
      .slice(index + 1)
      .filter(
        (b) =>
          a.left < b.right - apart &&
          b.left < a.right - apart &&
          a.top < b.bottom - apart &&
          b.top < a.bottom - apart,
      )
      .map((b) => `${a.name} lies on ${b.name}`),
  ]);
}

const looks = [
  { width: 390, height: 844, counters: 1 },
  { width: 320, height: 568, counters: 4 },
  { width: 844, height: 390, counters: 4 },
];

test.each(looks)(
  "letters of twice the size have their room: $counters on $width by $height pixels",
  async ({ width, height, counters }) => {
    await using console = await ModelConsole.open();
    console.service.change(counterId, { count: 1_655, goalTarget: 2_000 });
    console.group = hallAt(2_450);
    const ids = [counterId, secondCounterId, ...moreCounterIds];
    console.gateCounters = ids.slice(0, counters);
    await using page = await newPhone({ viewport: { width, height } });
    await doubleLetters(page);
    await page.goto(console.gatePage);
    await says(page, "All taps sent");
    await page.locator(".tap.up").first().tap();
    await page.getByRole("button", { name: /^Undo/ }).waitFor();
    expect(await page.evaluate(collisions)).toEqual([]);
  },
);
