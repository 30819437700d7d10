import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { isolated } from "../../../../core/messages.ts";
import { useBrowser } from "../browser.ts";
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
    const name = `Undo ${label.replace("−", "-")}, ${isolated("Main entrance")}`;
    await page.getByRole("button", { name, exact: true }).tap();
    await shows(page, count);
  }
  await undo(page).waitFor({ state: "hidden" });
  await says(page, "All taps sent");
  expect(deltas(console)).toEqual([1, 5, -2, 2, -5, -1]);
  await shows(page, 0);
  // What cannot be taken back now is not offered.
  await tapUp(page);
  await counted(page, console, 7);
  await undo(page).waitFor();
  console.service.change(counterId, { locked: true });
  await undo(page).waitFor({ state: "hidden" });
  console.service.change(counterId, { locked: false });
  await undo(page).waitFor();
  console.gateRevoked = true;
  await undo(page).waitFor({ state: "hidden" });
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

test("on a small phone the button moves nothing when it appears, and covers nothing", async () => {
  await using console = await ModelConsole.open();
  await using page = await newPhone({ viewport: { width: 360, height: 740 } });
  await page.goto(console.gatePage);
  await shows(page, 0);
  await says(page, "All taps sent");
  const boxes = () =>
    page.evaluate(() =>
      ["h1", ".number-box", ".state", ".tap.up", ".tap.down", ".back"].map((each) => {
        const { x, y, width, height } = document.querySelector(each)?.getBoundingClientRect() ?? {};
        return [each, x, y, width, height];
      }),
    );
  const before = await boxes();
  await tapUp(page);
  await undo(page).waitFor();
  await says(page, "All taps sent");
  expect(await boxes()).toEqual(before);
  const box = await undo(page).boundingBox();
  const tap = await page.locator(".tap.up").boundingBox();
  if (box === null || tap === null) throw new Error("no buttons");
  expect(await undo(page).evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);
  expect(box.height).toBeGreaterThanOrEqual(44);
  expect(box.x + box.width).toBeLessThanOrEqual(360);
  expect(box.y + box.height).toBeLessThan(tap.y);
});
