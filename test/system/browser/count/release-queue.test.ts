import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../browser.ts";
import { newPhone, says, shows, tapUp } from "./counting.ts";
import { ModelConsole, secondCounterId } from "./model-console.ts";

useBrowser();

const fixture = (release: string) =>
  join(import.meta.dirname, "../../releases", release, "phone.json");

/** By object store the keys and values; no keys where the values contain them. */
type Stores = Record<string, { key?: string; value: unknown }[]>;

// Written before a release is tagged, once, by the release's own page:
//   WRITE_FIXTURES=1.0.0 npx vitest run --project browser release-queue
const written = process.env.WRITE_FIXTURES;
if (written !== undefined) {
  test("writes what a phone keeps that lost its network", async () => {
    await using console = await ModelConsole.open();
    await using page = await newPhone();
    await page.goto(`${console.url}/count/${secondCounterId}`);
    await shows(page, 0);
    await page.goto(`${console.url}/gate#secret`);
    await page.waitForURL(console.gatePage);
    await shows(page, 0);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    console.weather = "lost";
    await tapUp(page);
    await expect.poll(() => console.requests.some((each) => each.endsWith("/taps"))).toBe(true);
    console.stop();
    await tapUp(page);
    await shows(page, 2);
    await page.goto(`${console.url}/count/${secondCounterId}`);
    await tapUp(page, 2);
    await shows(page, 2);
    const stores = await page.evaluate(dumpStores);
    expect(stores.taps).toHaveLength(4);
    writeFileSync(fixture(written), `${JSON.stringify(stores, null, 2)}\n`);
  });
}

const releases = ["1.0.0"];

test.each(releases)("taps that a phone kept with release %s are counted once", async (release) => {
  await using console = await ModelConsole.open();
  await using page = await newPhone();
  await restore(page, console, release);
  await page.goto(console.gatePage);
  await shows(page, 2);
  await says(page, "All taps sent");
  await page.goto(`${console.url}/count/${secondCounterId}`);
  await shows(page, 2);
  expect(console.service.history).toHaveLength(4);
});

/** Lets today's page make its stores, then fills them with what the release kept. */
async function restore(page: Page, console: ModelConsole, release: string): Promise<void> {
  await page.goto(console.gatePage);
  await shows(page, 0);
  await page.goto(`${console.url}/robots.txt`);
  const stores: Stores = JSON.parse(readFileSync(fixture(release), "utf8"));
  await page.evaluate(fillStores, stores);
}

function dumpStores(): Promise<Stores> {
  return new Promise((resolve, reject) => {
    const open = indexedDB.open("counting");
    open.onerror = () => reject(open.error);
    open.onsuccess = () => {
      const names = [...open.result.objectStoreNames];
      const transaction = open.result.transaction(names);
      const stores: Stores = {};
      for (const name of names) {
        const cursors = transaction.objectStore(name).openCursor();
        stores[name] = [];
        cursors.onsuccess = () => {
          const cursor = cursors.result;
          if (cursor === null) return;
          const { keyPath } = transaction.objectStore(name);
          stores[name]?.push({
            ...(keyPath === null && { key: String(cursor.key) }),
            value: cursor.value,
          });
          cursor.continue();
        };
      }
      transaction.oncomplete = () => resolve(stores);
    };
  });
}

function fillStores(stores: Stores): Promise<void> {
  return new Promise((resolve, reject) => {
    const open = indexedDB.open("counting");
    open.onerror = () => reject(open.error);
    open.onsuccess = () => {
      const transaction = open.result.transaction(Object.keys(stores), "readwrite");
      for (const [name, items] of Object.entries(stores)) {
        for (const { key, value } of items) transaction.objectStore(name).put(value, key);
      }
      transaction.oncomplete = () => {
        open.result.close();
        resolve();
      };
      transaction.onerror = () => reject(transaction.error);
    };
  });
}
