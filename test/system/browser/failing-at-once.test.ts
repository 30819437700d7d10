import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPage, useBrowser } from "./browser.ts";

useBrowser();

const never = (page: Page) => page.getByText("what never comes").waitFor();

const pageOf = (script: string) => `data:text/html,<p>Loaded</p><script>${script}</script>`;

/** How a wait for something that never comes ends on a page that begins so, and after how long. */
async function waitOn(script: string): Promise<{ error: string; tookMs: number }> {
  const startedMs = performance.now();
  const error = await (async () => {
    await using page = await newPage();
    await page.goto(pageOf(script));
    await never(page);
  })().then(() => "", formatError);
  return { error, tookMs: performance.now() - startedMs };
}

function formatError(error: unknown): string {
  const { error: last, suppressed } =
    error instanceof SuppressedError ? error : { error, suppressed: "" };
  return [last, suppressed].map(String).join("\n");
}

test.each([
  ["throws", "setTimeout(() => { throw new Error('broken') })", "broken"],
  ["rejects", "setTimeout(() => Promise.reject(new Error('unhandled')))", "unhandled"],
  ["writes an error", "setTimeout(() => console.error('wrong'))", "wrong"],
])("on a page that %s a wait ends at once", async (_, script, reason) => {
  const { error, tookMs } = await waitOn(script);
  expect(error).toContain(reason);
  expect(tookMs).toBeLessThan(10_000);
});

test("on a page that has settled a wait ends well before its timeout, and says for what it was", async () => {
  const { error, tookMs } = await waitOn("");
  expect(error).toContain("what never comes");
  expect(tookMs).toBeLessThan(20_000);
});

test("while a page still changes, a wait goes on until what it waits for is there", async () => {
  await using page = await newPage();
  await page.goto(pageOf(""));
  await page.evaluate(() => {
    const place = document.querySelector("p");
    let left = 15;
    setInterval(() => {
      left -= 1;
      if (place) place.textContent = left > 0 ? `in ${left} s` : "what comes late";
    }, 1_000);
  });
  await page.getByText("what comes late").waitFor();
});
