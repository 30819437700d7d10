import { setTimeout as delay } from "node:timers/promises";
import type { Frame, Locator, Page, Request } from "playwright-core";

/**
 * On a page on which nothing changes for so long while no request is under way, nothing comes any
 * more: between two polls of a page are at most ten seconds.
 */
const settledAfterMs = 12_000;

/** Ends waits for what a page will not show: those without a timeout of their own. */
export async function endWaitsOnceSettled(page: Page): Promise<void> {
  await page.addInitScript(noteChanges);
  const underWay = new Set<Request>();
  page.on("request", (request) => void underWay.add(request));
  page.on("requestfinished", (request) => void underWay.delete(request));
  page.on("requestfailed", (request) => void underWay.delete(request));
  isBusy.set(page, () => underWay.size > 0);
  patchWaits(page.locator("body"));
}

const isBusy = new WeakMap<Page, () => boolean>();
let patched = false;

/** Locators have one prototype, which Playwright does not export. */
function patchWaits(some: Locator): void {
  if (patched) return;
  patched = true;
  const locators: Pick<Locator, "waitFor"> = Object.getPrototypeOf(some);
  const { waitFor } = locators;
  locators.waitFor = async function wait(this: Locator, options) {
    if (options?.timeout !== undefined) return await waitFor.call(this, options);
    const end = new AbortController();
    const waiting = waitFor.call(this, options).finally(() => end.abort());
    await Promise.race([waiting, failOnceSettled(this, end.signal)]);
  };
}

async function failOnceSettled(awaited: Locator, signal: AbortSignal): Promise<void> {
  const page = awaited.page();
  for (let waitMs = settledAfterMs; ; waitMs = 1_000) {
    await delay(waitMs, undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted) return;
    const quietMs = await Promise.all(page.frames().map(quietMsOf));
    if (isBusy.get(page)?.() === false && Math.min(...quietMs) >= settledAfterMs) {
      throw new Error(`nothing changes on the page any more; it waited for ${awaited}`);
    }
  }
}

/** While a frame loads there is nothing to ask. */
async function quietMsOf(frame: Frame): Promise<number> {
  return await frame.evaluate(() => performance.now() - globalThis.changedAtMs).catch(() => 0);
}

function noteChanges(): void {
  globalThis.changedAtMs = performance.now();
  const observer = new MutationObserver(() => {
    globalThis.changedAtMs = performance.now();
  });
  const everything = { attributes: true, characterData: true, childList: true, subtree: true };
  observer.observe(document, everything);
}

declare global {
  /** When something has changed on the page last, by its own clock. */
  var changedAtMs: number;
}
