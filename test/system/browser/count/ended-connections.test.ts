import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../browser.ts";
import { newPhone, says, shows, tapUp } from "./counting.ts";
import { ModelConsole } from "./model-console.ts";

// Browsers end what a page has open, iOS while it is in the background, and need not say so.

useBrowser();

/** What a test ends behind the page's back. */
interface Held {
  databases: IDBDatabase[];
  channels: BroadcastChannel[];
}

/** A phone that lets a test end the databases and channels that its page has opened. */
async function newHeldPhone() {
  const page = await newPhone();
  await page.addInitScript(() => {
    const held: Held = { databases: [], channels: [] };
    Object.assign(globalThis, { held });
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...args) {
      const request = open.apply(this, args);
      request.addEventListener("success", () => held.databases.push(request.result));
      return request;
    };
    globalThis.BroadcastChannel = class extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        held.channels.push(this);
      }
    };
  });
  return page;
}

/** Closes all of them; a page hears nothing of it, as it closed them itself. */
function end(page: Page, what: keyof Held): Promise<void> {
  return page.evaluate((what) => {
    const { held } = globalThis as unknown as { held: Held };
    for (const each of held[what].splice(0)) each.close();
  }, what);
}

test("a database that has ended is opened again: what waits is sent, and taps count", async () => {
  await using console = await ModelConsole.open();
  await using page = await newHeldPhone();
  await page.goto(console.gatePage);
  await shows(page, 0);
  console.weather = "lost";
  await tapUp(page, 2);
  await shows(page, 2);
  await end(page, "databases");
  console.weather = "fine";
  await says(page, "All taps sent");
  await end(page, "databases");
  await tapUp(page);
  await shows(page, 3);
  await says(page, "All taps sent");
  expect(console.service.history.length).toBe(3);
});

test("a tap that reached the disk before its database ended is stored once", async () => {
  await using console = await ModelConsole.open();
  await using page = await newHeldPhone();
  await page.goto(console.gatePage);
  await shows(page, 0);
  await page.evaluate(() => {
    const add = IDBObjectStore.prototype.add;
    IDBObjectStore.prototype.add = function (...args) {
      IDBObjectStore.prototype.add = add;
      add.apply(this, args);
      throw new DOMException("Connection to Indexed Database server lost", "UnknownError");
    };
  });
  await tapUp(page);
  await shows(page, 1);
  await says(page, "All taps sent");
  expect(console.service.history.length).toBe(1);
});

test("the page says that its database cannot be opened, and begins once it can", async () => {
  await using console = await ModelConsole.open();
  await using page = await newPhone();
  await page.addInitScript(() => {
    if (sessionStorage.getItem("fails") === "no") return;
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...args) {
      if (sessionStorage.getItem("fails") === "no") return open.apply(this, args);
      throw new DOMException("Connection to Indexed Database server lost", "UnknownError");
    };
  });
  await page.goto(console.gatePage);
  await page.getByRole("heading", { name: "Counting does not work in this window" }).waitFor();
  await page.evaluate(() => sessionStorage.setItem("fails", "no"));
  await shows(page, 0);
});

test("a tab whose channel has ended counts, and the other tab shows it", async () => {
  await using console = await ModelConsole.open();
  await using page = await newHeldPhone();
  await page.goto(console.gatePage);
  await shows(page, 0);
  const other = await page.context().newPage();
  await other.goto(console.gatePage);
  await shows(other, 0);
  console.weather = "lost";
  await end(page, "channels");
  await tapUp(page);
  await shows(page, 1);
  await shows(other, 1);
  expect(await page.locator(".alert").textContent()).toBe("");
});
