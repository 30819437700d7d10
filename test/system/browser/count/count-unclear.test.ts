import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { knownForMs } from "../../../../core/counters/taps/tap-limits.ts";
import { useBrowser } from "../browser.ts";
import { newPhone, says, shows, tapUp } from "./counting.ts";
import { ModelConsole } from "./model-console.ts";

useBrowser();

const aMinuteMs = 60_000;

/** A phone whose clock the test moves. */
async function opened(console: ModelConsole) {
  const page = await newPhone();
  await page.clock.install();
  await page.goto(console.gatePage);
  await shows(page, 0);
  return page;
}

/** The phone lies in a drawer: time passes for it and for the service. */
async function pass(ms: number, console: ModelConsole, page: Page): Promise<void> {
  // No response may come between the two: the phone would believe that its own clock is wrong.
  console.stop();
  await page.clock.fastForward(ms);
  console.aheadMs += ms;
  console.restart();
}

/** Taps that left the phone, and to which no response came. */
async function tapWithoutAnswer(page: Page, console: ModelConsole, times: number): Promise<void> {
  const posts = () => console.requests.filter((each) => each.startsWith("POST")).length;
  const before = posts();
  await tapUp(page, times);
  await shows(page, times);
  await expect.poll(posts).toBeGreaterThan(before);
}

const unclear = "They may have been counted already. If you send them again, they may count twice.";

test("29 days after it was sent without an answer, a tap waits for a decision: discarded, it counted once", async () => {
  await using console = await ModelConsole.open();
  await using page = await opened(console);
  console.weather = "answer_lost";
  await tapWithoutAnswer(page, console, 1);
  expect(console.service.history).toHaveLength(1);
  await pass(knownForMs + aMinuteMs, console, page);
  console.weather = "fine";
  await page.locator(".decide", { hasText: "1 tap not counted" }).click();
  await page.getByText(unclear).waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Really discard 1 tap?" }).click();
  await page.locator(".decide").waitFor({ state: "hidden" });
  await shows(page, 1);
  await says(page, "All taps sent");
  expect(console.service.history).toHaveLength(1);
});

test("29 days after it was sent without an answer, a tap waits for a decision: sent again, it counts", async () => {
  await using console = await ModelConsole.open();
  await using page = await opened(console);
  console.weather = "lost";
  await tapWithoutAnswer(page, console, 1);
  await pass(knownForMs + aMinuteMs, console, page);
  console.weather = "fine";
  await page.locator(".decide", { hasText: "1 tap not counted" }).waitFor();
  await page.reload();
  await shows(page, 0);
  expect(console.service.history).toHaveLength(0);
  await page.locator(".decide", { hasText: "1 tap not counted" }).click();
  await page.getByText(unclear).waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator(".decide").waitFor({ state: "hidden" });
  await shows(page, 1);
  await says(page, "All taps sent");
  expect(console.service.history).toHaveLength(1);
});

test("an hour before 29 days are over, a tap without an answer goes up by itself and counts once", async () => {
  await using console = await ModelConsole.open();
  await using page = await opened(console);
  console.weather = "answer_lost";
  await tapWithoutAnswer(page, console, 1);
  await pass(knownForMs - 60 * aMinuteMs, console, page);
  console.weather = "fine";
  await says(page, "All taps sent");
  await shows(page, 1);
  expect(console.service.history).toHaveLength(1);
});

test("a tap that the service refused to take for 29 days was not counted: it goes up by itself", async () => {
  await using console = await ModelConsole.open();
  await using page = await opened(console);
  console.weather = "limited";
  await tapUp(page, 2);
  await says(page, "The service is busy");
  await pass(knownForMs + aMinuteMs, console, page);
  console.weather = "fine";
  await says(page, "All taps sent");
  await shows(page, 2);
  expect(console.service.history).toHaveLength(2);
});

test("taps that are refused for a reason only a newer service knows are listed as refused", async () => {
  await using console = await ModelConsole.open();
  const unknown = JSON.parse('{"result":"refused","reason":"of_the_future"}');
  console.service.count = (_credential, _counter, taps) =>
    taps.map(({ id }) => ({ id, ...unknown }));
  await using page = await opened(console);
  await tapUp(page);
  await page.locator(".decide", { hasText: "1 tap not counted" }).click();
  await page.getByText("The service refused them.", { exact: true }).waitFor();
});
