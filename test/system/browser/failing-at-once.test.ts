import { expect, test } from "vitest";
import { newPage, useBrowser } from "./browser.ts";

useBrowser();

test.each([
  ["throws", "setTimeout(() => { throw new Error('broken') })"],
  ["rejects", "setTimeout(() => Promise.reject(new Error('broken')))"],
  ["writes an error", "setTimeout(() => console.error('broken'))"],
])("on a page that %s a wait ends at once, and says why", async (_, script) => {
  const startedMs = performance.now();
  const waits = async () => {
    await using page = await newPage();
    await page.goto(`data:text/html,<p>Loaded</p><script>${script}</script>`);
    await page.getByText("what never comes").waitFor();
  };
  const ended: unknown = await waits().catch((error: unknown) => error);
  const said = ended instanceof SuppressedError ? [ended.error, ended.suppressed] : [ended];
  expect(said.join()).toContain("broken");
  // Well before the patience of a wait.
  expect(performance.now() - startedMs).toBeLessThan(20_000);
});
