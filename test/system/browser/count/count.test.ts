import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../browser.ts";
import { newPhone, says, shows, tapUp } from "./counting.ts";
import { counterId, gateId, ModelConsole } from "./model-console.ts";

useBrowser();

async function counting(open: Page, url: string, count = 0): Promise<void> {
  await open.goto(url);
  await shows(open, count);
}

test("without a network taps are kept, are there after a reload, and arrive when it is back", async () => {
  await using console = await ModelConsole.open();
  await using page = await newPhone();
  await counting(page, console.gatePage);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  console.stop();
  await tapUp(page, 3);
  await shows(page, 3);
  await says(page, "Offline · 3 taps kept on this device");
  await page.reload();
  await shows(page, 3);
  await tapUp(page);
  await shows(page, 4);
  console.restart();
  await says(page, "All taps sent");
  expect(console.service.history).toHaveLength(4);
});

test("two tabs of one device send each tap once, and show the same", async () => {
  await using console = await ModelConsole.open();
  await using page = await newPhone();
  await counting(page, console.gatePage);
  const second = await page.context().newPage();
  await counting(second, console.gatePage);
  console.weather = "lost";
  for (let round = 0; round < 5; round++) {
    await tapUp(page);
    await tapUp(second);
  }
  await shows(second, 10);
  await shows(page, 10);
  console.weather = "fine";
  await says(page, "All taps sent");
  await says(second, "All taps sent");
  expect(console.service.history).toHaveLength(10);
});

test("a locked counter says so; taps made before are kept until a person decides", async () => {
  await using console = await ModelConsole.open();
  await using page = await newPhone();
  await counting(page, console.gatePage);
  console.weather = "limited";
  await tapUp(page, 2);
  await says(page, "2 taps waiting");
  console.service.change(counterId, { locked: true });
  console.weather = "fine";
  await page.locator(".closed").filter({ hasText: "Locked" }).waitFor();
  expect(await page.locator(".tap.up").isDisabled()).toBe(true);
  const decide = page.locator(".decide").filter({ hasText: "2 taps not counted" });
  await decide.waitFor();
  await shows(page, 0);
  await decide.click();
  console.service.change(counterId, { locked: false });
  await page.getByRole("button", { name: "Try again" }).click();
  await shows(page, 2);
  await says(page, "All taps sent");
  expect(console.service.history).toHaveLength(2);
});

test("where the gate's cookie is gone, the page asks for the link again, and then sends what waits", async () => {
  await using console = await ModelConsole.open();
  await using page = await newPhone();
  await counting(page, console.gatePage);
  console.weather = "failing";
  await tapUp(page, 2);
  console.gateForgotten = true;
  console.weather = "fine";
  await page.locator(".closed").filter({ hasText: "Open the gate link again" }).waitFor();
  await page.locator(".decide").click();
  await page.getByText("Open it again, and they are sent").waitFor();
  console.gateForgotten = false;
  await page.goto(console.gatePage);
  await says(page, "All taps sent");
  expect(console.service.history).toHaveLength(2);
});

test("taps that are given up are removed only after a second press", async () => {
  await using console = await ModelConsole.open();
  await using page = await newPhone();
  await counting(page, console.gatePage);
  console.weather = "failing";
  await tapUp(page, 2);
  console.gateRevoked = true;
  console.weather = "fine";
  await page.locator(".closed").filter({ hasText: "gate link is closed" }).waitFor();
  await shows(page, 0);
  await page.locator(".decide").filter({ hasText: "2 taps not counted" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as CSV" }).click();
  const lines = await readLines(await (await download).createReadStream());
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`,${counterId},Main entrance,${gateId},up,`);
  // The response 503 does not say that nothing was counted.
  expect(lines[1]).toMatch(/,yes,gate_revoked$/);
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Really discard 2 taps?" }).click();
  await page.locator(".decide").waitFor({ state: "hidden" });
  await shows(page, 0);
});

test("a device that cannot store a tap says so and does not count it", async () => {
  await using console = await ModelConsole.open();
  await using page = await newPhone();
  await counting(page, console.gatePage);
  await page.evaluate(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await tapUp(page);
  await page.getByRole("alert").filter({ hasText: "It was not counted" }).waitFor();
  await shows(page, 0);
});

async function readLines(stream: NodeJS.ReadableStream): Promise<string[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8").trim().split("\r\n");
}

test("in the background a page asks for nothing, and at once when a person looks again", async () => {
  await using console = await ModelConsole.open();
  await using page = await newPhone();
  await page.clock.install();
  await counting(page, console.gatePage);
  let looks = 0;
  page.on("request", (request) => {
    if (request.method() === "GET" && request.url().includes(`/counters/${counterId}`)) looks++;
  });
  await page.clock.runFor(2_500);
  await expect.poll(() => looks).toBeGreaterThan(0);
  await setVisible(page, false);
  await page.clock.runFor(2_500);
  looks = 0;
  await page.clock.runFor(120_000);
  expect(looks).toBe(0);
  await setVisible(page, true);
  await expect.poll(() => looks).toBe(1);
});

function setVisible(page: Page, visible: boolean): Promise<void> {
  return page.evaluate(
    (state) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    },
    visible ? "visible" : "hidden",
  );
}
