import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessibilityFindings, useBrowser } from "../browser.ts";
import { newPhone, says, shows, tapUp, undo } from "./counting.ts";
import { counterId, ModelConsole } from "./model-console.ts";

useBrowser();

async function opened(console: ModelConsole): Promise<Page & AsyncDisposable> {
  const page = await newPhone();
  await page.clock.install();
  await page.goto(console.gatePage);
  await shows(page, 0);
  return page;
}

/** Waits until the service has counted so often, and the page knows. */
async function counted(page: Page, console: ModelConsole, times: number): Promise<void> {
  await expect.poll(() => console.service.history.length).toBe(times);
  await says(page, "All taps sent");
}

const deltas = (console: ModelConsole) => console.service.history.map(({ delta }) => delta);

test("a press takes back the last tap, the next press the one before, each with its own step", async () => {
  await using console = await ModelConsole.open();
  await using page = await opened(console);
  expect(await undo(page).isVisible()).toBe(false);
  await tapUp(page);
  await counted(page, console, 1);
  console.service.change(counterId, { incrementStep: 5, decrementStep: 2 });
  await page.locator("#up-step", { hasText: "Adds 5" }).waitFor({ state: "attached" });
  await tapUp(page);
  await page.locator(".tap.down").tap();
  await shows(page, 4);
  await counted(page, console, 3);
  for (const [label, count] of [["−2", 6] as const, ["+5", 1] as const, ["+1", 0] as const]) {
    const name = `Undo ${label.replace("−", "-")}, Main entrance`;
    await page.getByRole("button", { name, exact: true }).tap();
    await shows(page, count);
  }
  await undo(page).waitFor({ state: "hidden" });
  await says(page, "All taps sent");
  expect(deltas(console)).toEqual([1, 5, -2, 2, -5, -1]);
  await shows(page, 0);
});

test("two quick presses take back two taps, and the keyboard's never count", async () => {
  await using console = await ModelConsole.open();
  await using page = await opened(console);
  await tapUp(page, 4);
  await shows(page, 4);
  await undo(page).dblclick();
  await shows(page, 2);
  await page.keyboard.press("Backspace");
  await shows(page, 1);
  await undo(page).focus();
  await page.keyboard.press(" ");
  await shows(page, 0);
  // Nothing is left, and the button is still where the keyboard is.
  await page.getByRole("button", { name: "Nothing to undo" }).waitFor();
  await page.keyboard.press(" ");
  await page.keyboard.press("Control+z");
  await says(page, "All taps sent");
  expect(deltas(console).reduce((sum, delta) => sum + delta, 0)).toBe(0);
  await page.keyboard.press("Tab");
  await undo(page).waitFor({ state: "hidden" });
  await shows(page, 0);
});

test("what was never sent leaves the phone", async () => {
  await using console = await ModelConsole.open();
  await using page = await opened(console);
  console.weather = "limited";
  await tapUp(page, 2);
  await says(page, "The service is busy · 2 taps waiting");
  await undo(page).tap();
  await says(page, "The service is busy · 1 tap waiting");
  await shows(page, 1);
  console.weather = "fine";
  await counted(page, console, 1);
  expect(console.requests.filter((each) => each.endsWith("/undos"))).toEqual([]);
});

test("without a network taps are undone, also after a reload, and the service learns of it later", async () => {
  await using console = await ModelConsole.open();
  await using page = await opened(console);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await tapUp(page, 2);
  await counted(page, console, 2);
  console.weather = "answer_lost";
  await tapUp(page);
  await expect.poll(() => console.service.history.length).toBe(3);
  console.stop();
  await tapUp(page, 2);
  await shows(page, 5);
  for (const count of [4, 3, 2, 1]) {
    await undo(page).tap();
    await shows(page, count);
  }
  await page.reload();
  await shows(page, 1);
  await says(page, /Offline · \d undos kept on this device/);
  await tapUp(page);
  await says(page, /Offline · 1 tap and \d undos kept on this device/);
  console.weather = "fine";
  console.restart();
  await says(page, "All taps sent");
  await shows(page, 2);
  expect(deltas(console)).toEqual([1, 1, 1, -1, -1, 1]);
});

test("a tap that never arrived is undone before it could, and counts nothing", async () => {
  await using console = await ModelConsole.open();
  await using page = await opened(console);
  console.weather = "lost";
  await tapUp(page);
  await expect.poll(() => console.requests.some((each) => each.endsWith("/taps"))).toBe(true);
  await undo(page).tap();
  await shows(page, 0);
  console.weather = "fine";
  await says(page, "All taps sent");
  expect(console.requests.filter((each) => each.endsWith("/undos"))).not.toEqual([]);
  expect(deltas(console)).toEqual([]);
});

test("a tap can be undone for five minutes, also after a reload", async () => {
  await using console = await ModelConsole.open();
  await using page = await opened(console);
  await tapUp(page, 2);
  await counted(page, console, 2);
  await page.reload();
  await undo(page).tap();
  await shows(page, 1);
  // The phone's clock and the service's go on; no response may come between the two.
  for (const { minutes, visible } of [
    { minutes: 4, visible: true },
    { minutes: 1, visible: false },
  ]) {
    console.stop();
    await page.clock.fastForward(minutes * 60_000);
    console.aheadMs += minutes * 60_000;
    console.restart();
    await page.clock.runFor(3_000);
    await undo(page).waitFor({ state: visible ? "visible" : "hidden" });
  }
});

test("ten taps are undone, and no more", async () => {
  await using console = await ModelConsole.open();
  await using page = await opened(console);
  await tapUp(page, 12);
  await counted(page, console, 12);
  for (let count = 11; count >= 2; count--) {
    await undo(page).tap();
    await shows(page, count);
  }
  await undo(page).waitFor({ state: "hidden" });
  await says(page, "All taps sent");
  expect(console.service.counters.get(counterId)?.count).toBe(2);
});

test("an undo that a lock refuses is kept with its reason, for a person to decide", async () => {
  await using console = await ModelConsole.open();
  await using page = await opened(console);
  await tapUp(page);
  await counted(page, console, 1);
  console.weather = "limited";
  await undo(page).tap();
  await shows(page, 0);
  await says(page, "The service is busy · 1 undo waiting");
  console.service.change(counterId, { locked: true });
  console.weather = "fine";
  await page.locator(".decide", { hasText: "1 undo not accepted" }).click();
  await shows(page, 1);
  await page.getByRole("heading", { name: "Main entrance: 1 undo of +" }).waitFor();
  await page.getByText("The counter was locked.", { exact: true }).waitFor();
  await page.screenshot({ path: "dist/screenshots/count-undo-kept.png" });
  expect(await accessibilityFindings(page)).toEqual([]);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as CSV" }).click();
  const csv = await (await (await download).createReadStream()).toArray();
  expect(Buffer.concat(csv).toString()).toMatch(
    /,up,[-\d]{10} [:\d]{8},[-\d]{10} [:\d]{8},no,locked\r\n$/,
  );
  console.service.change(counterId, { locked: false });
  await page.getByRole("button", { name: "Try again" }).click();
  await shows(page, 0);
  await says(page, "All taps sent");
  expect(deltas(console)).toEqual([1, -1]);
});

test("after signing out, and at a locked counter, nothing is offered to undo", async () => {
  await using console = await ModelConsole.open();
  await using page = await newPhone();
  await page.goto(console.memberPage);
  await shows(page, 0);
  await tapUp(page);
  await counted(page, console, 1);
  await undo(page).waitFor();
  console.service.change(counterId, { locked: true });
  await undo(page).waitFor({ state: "hidden" });
  console.service.change(counterId, { locked: false });
  await undo(page).waitFor();
  console.session = null;
  await undo(page).waitFor({ state: "hidden" });
});

const sizes = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];

test.each(sizes)(
  "at $width px the button moves nothing when it appears, and covers nothing",
  async (size) => {
    await using console = await ModelConsole.open();
    await using page = await newPhone({ viewport: size });
    await page.goto(console.gatePage);
    await shows(page, 0);
    await says(page, "All taps sent");
    const boxes = () =>
      page.evaluate(() =>
        ["h1", ".number-box", ".state", ".tap.up", ".tap.down", ".back"].map((each) => {
          const { x, y, width, height } =
            document.querySelector(each)?.getBoundingClientRect() ?? {};
          return [each, x, y, width, height];
        }),
      );
    const before = await boxes();
    await tapUp(page);
    await undo(page).waitFor();
    await says(page, "All taps sent");
    expect(await boxes()).toEqual(before);
    await page.screenshot({ path: `dist/screenshots/count-undo-${size.width}.png` });
    const box = await undo(page).boundingBox();
    const tap = await page.locator(".tap.up").boundingBox();
    if (box === null || tap === null) throw new Error("no buttons");
    expect(await undo(page).evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);
    expect(box.height).toBeGreaterThanOrEqual(44);
    expect(box.x + box.width).toBeLessThanOrEqual(size.width);
    expect(box.y + box.height).toBeLessThan(tap.y);
  },
);
