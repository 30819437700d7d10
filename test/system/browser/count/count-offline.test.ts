import { expect, test } from "vitest";
import { accessibilityFindings, newPage, useBrowser } from "../browser.ts";
import { newPhone, says, shows, tapUp } from "./counting.ts";
import { ModelConsole, secondCounterId } from "./model-console.ts";

useBrowser();

test("without a network the start page opens, and leads to the gates and counters of this phone", async () => {
  await using console = await ModelConsole.open();
  await using page = await newPhone();
  await page.goto(`${console.url}/gate#secret`);
  await page.waitForURL(console.gatePage);
  await shows(page, 0);
  await page.goto(`${console.url}/count/${secondCounterId}`);
  await shows(page, 0);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  console.stop();
  await page.context().setOffline(true);
  await page.reload();
  await tapUp(page);
  await shows(page, 1);
  await page.locator(".back").tap();
  await page.getByText("The service cannot be reached.").waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole("link", { name: "Main entrance" }).click();
  await shows(page, 0);
  await tapUp(page, 2);
  await shows(page, 2);
  await page.locator(".back").tap();
  await page.getByRole("link", { name: "Back gate", exact: true }).click();
  await shows(page, 1);
  await page.locator(".back").tap();
  await page.getByText(/1 tap of .Back gate. waits to be sent/).waitFor();
  console.restart();
  await page.context().setOffline(false);
  await page.getByRole("heading", { name: "City Museum" }).waitFor();
  await expect.poll(() => console.service.history.length).toBe(3);
});

test("what waits outlives that the page's storage is cleared, and orders only rise", async () => {
  await using console = await ModelConsole.open();
  await using page = await newPhone();
  await page.goto(console.gatePage);
  await shows(page, 0);
  await tapUp(page, 2);
  await says(page, "All taps sent");
  await page.context().setOffline(true);
  await tapUp(page, 3);
  await shows(page, 5);
  const session = await page.context().newCDPSession(page);
  const storageTypes = "indexeddb,local_storage,cache_storage";
  for (const count of [8, 11]) {
    await session.send("Storage.clearDataForOrigin", { origin: console.url, storageTypes });
    await tapUp(page, 3);
    await shows(page, count);
  }
  await page.context().setOffline(false);
  await says(page, "All taps sent");
  expect(console.service.history).toHaveLength(11);
});

test("sign-ins, links and the private API pass by what the device keeps", async () => {
  await using console = await ModelConsole.open();
  await using page = await newPhone();
  await page.goto(`${console.url}/`);
  await page.getByRole("heading", { name: "City Museum" }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  console.session = null;
  await page.goto(`${console.url}/?org=x`);
  await page.getByRole("link", { name: "Sign in" }).click();
  // An owner goes on to the console.
  await page.waitForURL("**/organizations/*");
  expect(console.session).toBe("mem_olivia");
  await page.goto(`${console.url}/join#org_1.inv_1.secret`);
  await page.getByRole("button", { name: "Accept" }).waitFor();
  console.stop();
  await page.context().setOffline(true);
  for (const path of ["/sign-in", "/join", "/gate", "/api/session", "/elsewhere"]) {
    await expect(page.goto(`${console.url}${path}`), path).rejects.toThrow("ERR_");
  }
});

test("the worker keeps both pages and their files, nothing else, and only one version", async () => {
  await using console = await ModelConsole.open();
  await using page = await newPhone();
  await page.goto(console.gatePage);
  await page.evaluate(async () => {
    await caches.open("count-of-an-older-version");
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  await shows(page, 0);
  const kept = await page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name !== "count-of-an-older-version");
    const cache = await caches.open(names[0] ?? "");
    const files = (await cache.keys()).map(({ url }) => new URL(url).pathname);
    return { names, files: files.map((file) => file.replace(/-[A-Z0-9]{8}\./, "-HASH.")) };
  });
  expect(kept.files.sort()).toEqual([
    "/",
    "/assets/count-HASH.css",
    "/assets/count-HASH.js",
    "/assets/en-HASH.js",
    "/assets/start-HASH.css",
    "/assets/start-HASH.js",
    "/count/shell",
  ]);
  expect(kept.names).toHaveLength(1);
});

test("a page that names a script of an older version loads the newest, once", async () => {
  await using console = await ModelConsole.open();
  // A device that keeps no pages asks for each.
  await using page = await newPage({ serviceWorkers: "block" });
  let pages = 0;
  await page.route(`${console.url}/`, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    pages++;
    const old = html.replace(/start-[A-Z0-9]{8}\.js/, "start-OLDOLD11.js");
    await route.fulfill({ response, body: pages === 1 ? old : html });
  });
  await page.goto(`${console.url}/`);
  await page.getByRole("heading", { name: "City Museum" }).waitFor();
  expect(pages).toBe(2);
});
