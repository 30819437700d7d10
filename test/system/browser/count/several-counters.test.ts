import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessibilityFindings, useBrowser } from "../browser.ts";
import { keepPicture } from "../screenshots.ts";
import { newPhone, says } from "./counting.ts";
import { counterId, ModelConsole, moreCounterIds, secondCounterId } from "./model-console.ts";

useBrowser();

const four = [counterId, secondCounterId, ...moreCounterIds];

async function withFour(): Promise<ModelConsole> {
  const console = await ModelConsole.open();
  console.gateCounters = four;
  for (const [id, name] of [
    [counterId, "Adults in"],
    [secondCounterId, "Adults out"],
  ] as const) {
    console.service.change(id, { name });
  }
  return console;
}

const counter = (page: Page, name: string) => page.locator(".counter", { hasText: name });

const shows = (page: Page, name: string, count: number) =>
  counter(page, name)
    .locator(".number", { hasText: new RegExp(`^${count}$`) })
    .waitFor();

test("four counters of one gate are counted on one screen, and their taps undone", async () => {
  await using console = await withFour();
  await using page = await newPhone();
  await page.goto(console.gatePage);
  const names = page.locator(".counter-name");
  await names.nth(3).filter({ hasText: "Children out" }).waitFor();
  expect(await names.allTextContents()).toEqual([
    ...["Adults in", "Adults out", "Children in", "Children out"],
  ]);
  await counter(page, "Adults in").locator(".tap.up").tap();
  await counter(page, "Children in").locator(".tap.up").tap();
  await counter(page, "Children in").locator(".tap.up").tap();
  await shows(page, "Adults in", 1);
  await shows(page, "Children in", 2);
  await page.getByRole("button", { name: /^Undo \+1, .Children in.$/ }).click();
  await shows(page, "Children in", 1);
  await says(page, "All taps sent");
  expect(console.service.history.map(({ counterId: id, delta }) => [id, delta])).toEqual([
    [counterId, 1],
    ...[1, 1, -1].map((delta) => [moreCounterIds[0], delta]),
  ]);
});

test.each([
  { colorScheme: "light", width: 320, height: 568, level: 95, state: "almost" },
  { colorScheme: "dark", width: 844, height: 390, level: 100, state: "full" },
] as const)("four counters fit $width pixels, $state and $colorScheme", async (look) => {
  const { colorScheme, width, height, level, state } = look;
  await using console = await withFour();
  console.group = { id: "grp_1", name: "Hall 1", level, capacity: 100, members: [] };
  console.limit = { scope: "group", capacity: 100, almostAt: 90 };
  await using page = await newPhone({ colorScheme, viewport: { width, height } });
  await page.goto(console.gatePage);
  await page.locator(`body[data-fill="${state}"]`).waitFor();
  await shows(page, "Children out", 0);
  await says(page, "All taps sent");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  expect(await accessibilityFindings(page)).toEqual([]);
});

const longNames = [
  "Besucherzentrum Haupteingang Nordflügel",
  "Hintereingang Wirtschaftshof Anlieferung",
  "Veranstaltungshalle Donaudampfschifffahrt",
  "Nebeneingang Kindertagesstätte Obergeschoss",
];

/** Names and words that are cut, buttons below the fold, and two buttons that are not side by side. */
function misplaced(): string[] {
  const found: string[] = [];
  for (const name of document.querySelectorAll(".counter-name bdi, .full-taps button")) {
    const isCut =
      name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth + 1;
    if (isCut) found.push(`cut: ${name.textContent}`);
  }
  for (const button of document.querySelectorAll(".tap")) {
    const { bottom } = button.getBoundingClientRect();
    if (bottom > innerHeight) found.push(`${button.className} ends at ${bottom}`);
  }
  const lines = [...document.querySelectorAll(".full-taps button")].map(
    (button) => button.getBoundingClientRect().top,
  );
  if (new Set(lines).size !== 1) found.push(`buttons of the notice at ${lines}`);
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) found.push(`the page has ${scrollWidth} pixels`);
  return found;
}

// The second is a laptop's 1440 by 900 at a zoom of 200 percent.
test.each([
  [320, 568],
  [720, 450],
])(
  "German names have two lines above all buttons on %d by %d pixels, at STOP too",
  async (width, height) => {
    await using console = await withFour();
    for (const [index, name] of longNames.entries()) {
      console.service.change(four[index] ?? "", { name });
    }
    console.group = { id: "grp_1", name: "Halle 1", level: 100, capacity: 100, members: [] };
    console.limit = { scope: "group", capacity: 100, almostAt: 90 };
    await using page = await newPhone({ locale: "de-DE", viewport: { width, height } });
    await page.goto(console.gatePage);
    await page.locator('body[data-fill="full"]').waitFor();
    await page.getByText("Alles gesendet").waitFor();
    await page.locator(".tap.up").first().tap();
    await page.getByRole("button", { name: "Nachtragen" }).waitFor();
    await keepPicture(page, `long-names-${width}`);
    expect(await page.evaluate(misplaced)).toEqual([]);
  },
);
