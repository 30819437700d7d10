import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../browser.ts";
import { newPhone, says, shows } from "./counting.ts";
import { counterId, ModelConsole } from "./model-console.ts";

useBrowser();

async function opened(console: ModelConsole, options: Parameters<typeof newPhone>[0] = {}) {
  const page = await newPhone(options);
  await page.goto(console.gatePage);
  await shows(page, 0);
  return page;
}

/** Directions of the counted taps, once all are sent. */
async function counted(page: Page, console: ModelConsole): Promise<string> {
  await says(page, "All taps sent");
  return console.service.history.map(({ delta }) => (delta > 0 ? "+" : "-")).join("");
}

test("keys and remote controls count; a key that is held down counts once", async () => {
  await using console = await ModelConsole.open();
  await using page = await opened(console);
  for (const key of ["ArrowUp", "+", " ", "PageUp", "ArrowDown", "-", "PageDown"]) {
    await page.keyboard.press(key);
  }
  await shows(page, 1);
  await page.keyboard.down("ArrowUp");
  await page.keyboard.down("ArrowUp");
  await page.keyboard.down("ArrowUp");
  await page.keyboard.up("ArrowUp");
  await shows(page, 2);
  await page.keyboard.press("Control+ArrowUp");
  await page.keyboard.press("x");
  expect(await counted(page, console)).toBe("++++---+");
});

test("with the keyboard alone a person counts by the focused button, once for each press", async () => {
  await using console = await ModelConsole.open();
  await using page = await opened(console);
  // The way back, the settings and Today come before the buttons.
  for (let tabs = 0; tabs < 4; tabs++) await page.keyboard.press("Tab");
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  expect(await focused()).toBe("Count down");
  await page.keyboard.press("Enter");
  await shows(page, -1);
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("Count up");
  await page.keyboard.press(" ");
  await shows(page, 0);
  for (let repeated = 0; repeated < 4; repeated++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await shows(page, 1);
  expect(await counted(page, console)).toBe("-++");
});

test("screen readers hear of an own tap at once, and of many no more often than each second", async () => {
  await using console = await ModelConsole.open();
  console.service.change(counterId, { goalTarget: 100 });
  await using page = await newPhone();
  await page.clock.install();
  await page.goto(console.gatePage);
  await shows(page, 0);
  const spoken = page.getByRole("status").and(page.locator(".spoken"));
  await expect.poll(() => spoken.textContent()).toBe("0 of 100");
  // No timer runs from here on: what is said, the tap itself has caused.
  await page.clock.pauseAt(Date.now() + 5_000);
  await page.locator(".tap.up").tap();
  await shows(page, 1);
  await expect.poll(() => spoken.textContent()).toBe("1");
  for (let made = 0; made < 3; made++) await page.locator(".tap.up").tap();
  await shows(page, 4);
  await says(page, "All taps sent");
  expect(await spoken.textContent()).toBe("1");
  await page.clock.runFor(1_500);
  expect(await spoken.textContent()).toBe("4");
  await page.clock.runFor(25_000);
  expect(await spoken.textContent()).toBe("4 of 100");
});

test("a mouse click counts once, a double click twice, and a release elsewhere not at all", async () => {
  await using console = await ModelConsole.open();
  await using page = await opened(console, { hasTouch: false, isMobile: false });
  await page.locator(".tap.up").click();
  await page.locator(".tap.up").dblclick();
  await shows(page, 3);
  await page.locator(".tap.up").hover();
  await page.mouse.down();
  await page.locator(".number-box").hover();
  await page.mouse.up();
  await page.locator(".tap.up").click({ button: "right" });
  await shows(page, 3);
  expect(await counted(page, console)).toBe("+++");
});

test("two fingers are two taps, a finger that slides off is none, and nothing zooms or scrolls", async () => {
  await using console = await ModelConsole.open();
  await using page = await opened(console);
  const touch = await page.context().newCDPSession(page);
  const box = await page.locator(".tap.up").boundingBox();
  if (box === null) throw new Error("no button");
  const finger = (id: number, x: number, y: number) => ({ id, x: box.x + x, y: box.y + y });
  const send = (type: "touchStart" | "touchMove" | "touchEnd", ...fingers: object[]) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: fingers as never });
  await send("touchStart", finger(0, 40, 60));
  await send("touchStart", finger(0, 40, 60), finger(1, 120, 160));
  await send("touchEnd", finger(1, 120, 160));
  await shows(page, 1);
  await send("touchEnd");
  await shows(page, 2);
  await send("touchStart", finger(0, 40, 60));
  await send("touchMove", finger(0, 40, -200));
  await send("touchEnd");
  for (let taps = 0; taps < 2; taps++) {
    await send("touchStart", finger(0, 40, 60));
    await send("touchEnd");
  }
  await shows(page, 4);
  expect(await counted(page, console)).toBe("++++");
  const moved = await page.evaluate(() => [visualViewport?.scale, scrollY]);
  expect(moved).toEqual([1, 0]);
});

test("leaving with taps that wait is asked about, and without them it is not", async () => {
  await using console = await ModelConsole.open();
  await using page = await opened(console);
  const asked: string[] = [];
  page.on("dialog", (dialog) => asked.push(dialog.type()));
  await page.locator(".tap.up").tap();
  await shows(page, 1);
  await says(page, "All taps sent");
  await page.reload();
  await shows(page, 1);
  expect(asked).toEqual([]);
  console.weather = "lost";
  await page.locator(".tap.up").tap();
  await shows(page, 2);
  await page.reload();
  await expect.poll(() => asked).toEqual(["beforeunload"]);
});
