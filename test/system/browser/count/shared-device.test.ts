import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessibilityFindings, useBrowser } from "../browser.ts";
import { newPhone, says, shows, tapUp } from "./counting.ts";
import { counterId, ModelConsole } from "./model-console.ts";

useBrowser();

/** Opens the counting page of whoever is signed in. */
async function counting(page: Page, console: ModelConsole): Promise<void> {
  await page.goto(console.memberPage);
  await page.locator(".number:not(:empty)").waitFor();
}

function listOpener(page: Page, text: string) {
  return page.locator(".decide").filter({ hasText: text });
}

/** Olivia makes two taps that the service refuses. */
async function refusedTaps(page: Page, console: ModelConsole): Promise<void> {
  await counting(page, console);
  console.weather = "limited";
  await tapUp(page, 2);
  await says(page, "2 taps waiting");
  console.service.change(counterId, { locked: true });
  console.weather = "fine";
  await listOpener(page, "2 taps not counted").waitFor();
}

async function typeToDiscard(page: Page, text: string): Promise<void> {
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByLabel("type how many they are: 2").fill(text);
}

const discardTwo = { name: "Discard 2 taps" };

test("taps of a person who signed out wait for them, and others discard them only by typing how many they are", async () => {
  await using console = await ModelConsole.open();
  await using page = await newPhone();
  await counting(page, console);
  console.session = null;
  await tapUp(page, 2);
  await says(page, "Not signed in · 2 taps kept on this device");
  console.session = "mem_adam";
  await page.reload();
  await listOpener(page, "2 taps waiting for a sign-in").click();
  const list = page.locator(".kept-list");
  const why = "They wait until the person who made them signs in again.";
  await list.getByText(why).waitFor();
  expect(await list.textContent()).not.toContain("@");
  const signIn = await list.getByRole("link", { name: "Sign in" }).getAttribute("href");
  expect(signIn).toBe(`/sign-in?returnTo=${encodeURIComponent(`/count/${counterId}`)}`);
  for (const wrong of ["", "1", "two"]) {
    if (wrong === "") await typeToDiscard(page, wrong);
    else await page.getByLabel("type how many they are: 2").fill(wrong);
    expect(await page.getByRole("button", discardTwo).isDisabled()).toBe(true);
  }
  expect(await accessibilityFindings(page)).toEqual([]);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as CSV" }).click();
  expect((await download).suggestedFilename()).toBe("taps-not-counted.csv");
  await page.getByLabel("type how many they are: 2").fill("2");
  await page.getByRole("button", discardTwo).click();
  await page.locator(".decide").waitFor({ state: "hidden" });
  console.session = "mem_olivia";
  await page.reload();
  await shows(page, 0);
  // What they make after that is theirs again: it waits while they are away, and is sent when they return.
  console.session = null;
  await tapUp(page);
  await says(page, "Not signed in · 1 tap kept on this device");
  console.session = "mem_adam";
  await page.reload();
  await shows(page, 0);
  await tapUp(page);
  await shows(page, 1);
  await says(page, "All taps sent");
  console.session = "mem_olivia";
  await page.reload();
  await shows(page, 2);
  await says(page, "All taps sent");
  const whose = console.service.history.map(({ credentialId }) => credentialId);
  expect(whose).toEqual(["mem_adam", "mem_olivia"]);
});

test("refused taps are decided by the person who made them, and not by the next one", async () => {
  await using console = await ModelConsole.open();
  await using page = await newPhone();
  await refusedTaps(page, console);
  console.session = "mem_adam";
  await page.reload();
  await listOpener(page, "2 taps waiting for a sign-in").click();
  const list = page.locator(".kept-list");
  await list.getByText("Another person made them on this device").waitFor();
  expect(await list.getByRole("button", { name: "Try again" }).count()).toBe(0);
  await typeToDiscard(page, "");
  expect(await page.getByRole("button", discardTwo).isDisabled()).toBe(true);
  console.session = "mem_olivia";
  await page.reload();
  await listOpener(page, "2 taps not counted").click();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Really discard 2 taps?" }).click();
  await page.locator(".decide").waitFor({ state: "hidden" });
});
