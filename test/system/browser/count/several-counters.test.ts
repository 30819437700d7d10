import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessibilityFindings, useBrowser } from "../browser.ts";
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
  await page.getByRole("button", { name: "Undo +1, Children in" }).click();
  await shows(page, "Children in", 1);
  await says(page, "All taps sent");
  expect(console.service.history.map(({ counterId: id, delta }) => [id, delta])).toEqual([
    [counterId, 1],
    ...[1, 1, -1].map((delta) => [moreCounterIds[0], delta]),
  ]);
});

test("without a network, taps of all four are kept, and their group becomes full", async () => {
  await using console = await withFour();
  console.group = { id: "grp_1", name: "Hall 1", level: 0, capacity: 2, members: [] };
  console.limit = { scope: "group", capacity: 2, almostAt: 2 };
  await using page = await newPhone();
  await page.goto(console.gatePage);
  await shows(page, "Children out", 0);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  console.stop();
  await counter(page, "Adults in").locator(".tap.up").tap();
  await counter(page, "Children in").locator(".tap.up").tap();
  await page.locator(".fill-word", { hasText: "STOP" }).waitFor();
  await page.reload();
  await page.locator(".fill-name", { hasText: "Hall 1 is full" }).waitFor();
  await says(page, "2 taps kept on this device");
});

test.each(["light", "dark"] as const)("four counters in %s", async (colorScheme) => {
  await using console = await withFour();
  for (const [width, height] of [
    ...[[320, 568] as const, [390, 844] as const, [844, 390] as const],
    ...[[1440, 900] as const, [3840, 2160] as const],
  ]) {
    await using page = await newPhone({ colorScheme, viewport: { width, height } });
    for (const state of ["room", "almost", "full"] as const) {
      const level = { room: 10, almost: 95, full: 100 }[state];
      console.group = { id: "grp_1", name: "Hall 1", level, capacity: 100, members: [] };
      console.limit = { scope: "group", capacity: 100, almostAt: 90 };
      await page.goto(console.gatePage);
      await page.locator(`body[data-fill="${state}"]`).waitFor();
      await shows(page, "Children out", 0);
      await says(page, "All taps sent");
      await page.screenshot({ path: `dist/screenshots/four-${state}-${width}-${colorScheme}.png` });
      expect(await accessibilityFindings(page)).toEqual([]);
    }
  }
});
