import { expect, test } from "vitest";
import { archiveCounter } from "../../../../core/counters/settings/counter-archive.ts";
import { operator } from "../../people-service.ts";
import { createCounter, createOrganization, stores } from "../../service.ts";
import { useBrowser } from "../browser.ts";
import { consolePath, memberPage } from "../signed-in.ts";
import { pageOf } from "./console-page.ts";
import { furnishedOrganization } from "./furnished-organization.ts";

useBrowser();

test("without a network a click keeps the shell, says what failed, and the page comes by itself", async () => {
  const organization = await createOrganization("pro");
  await using page = await memberPage(organization, "owner");
  // Loaded by a click only.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
  });
  await page.goto(consolePath(organization, "counters"));
  await page.getByRole("heading", { name: "Counters", level: 1 }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Members" }).click();
  await page.getByRole("heading", { name: "Members could not be loaded" }).waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("The service cannot be reached.").last().waitFor();
  expect(await page.getByRole("link", { name: "Members" }).isVisible()).toBe(true);
  await page.context().setOffline(false);
  await page.getByRole("heading", { name: "Members", exact: true }).waitFor();
});

test("pages are loaded before they are asked for, and then need no network", async () => {
  const organization = await createOrganization("pro");
  await using page = await memberPage(organization, "owner");
  const loaded = page.waitForResponse(/\/events-page-[^/]*\.js$/);
  await page.goto(consolePath(organization, "counters"));
  await (await loaded).finished();
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Members" }).click();
  await page.getByRole("heading", { name: "Members", level: 1 }).waitFor();
});

test("a part of a page that a new version no longer has says so, and offers to load the page again", async () => {
  const { organization } = await furnishedOrganization();
  await using page = await memberPage(organization, "owner");
  const script = /\/usual-chart-[^/]*\.js$/;
  await page.route(script, (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  await page.goto(consolePath(organization, ""));
  await page.getByText("The console has a new version.").waitFor();
  await page.unroute(script);
  await page.getByRole("button", { name: "Load the page again" }).click();
  await page.locator("#main .plot canvas").first().waitFor();
});

test("the frame of the page is painted before any script of the app has come", async () => {
  const organization = await createOrganization("pro");
  await using page = await memberPage(organization, "owner");
  await page.route("**/assets/*.js", () => {});
  await page.goto(consolePath(organization, ""), { waitUntil: "commit" });
  await page.getByRole("banner").getByText("Counting Service").waitFor();
  await page.getByRole("status", { name: "Loading" }).waitFor();
  const painted = () => performance.getEntriesByName("first-contentful-paint").length;
  await expect.poll(() => page.evaluate(painted)).toBe(1);
  // What is late may still come: the shapes stay, and no error is shown.
  await page.getByText("Still loading").waitFor();
  expect(await page.getByRole("status", { name: "Loading" }).isVisible()).toBe(true);
  expect(await page.getByText("has not loaded yet").isVisible()).toBe(false);
});

test.each([
  ["", 390],
  ["", 1440],
  ["reports", 390],
  ["reports", 1440],
])("nothing moves while /%s loads on a slow line, %d pixels wide", async (path, width) => {
  const { organization } = await furnishedOrganization();
  await using page = await memberPage(organization, "owner", { viewport: { width, height: 844 } });
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Network.emulateNetworkConditions", {
    ...{ offline: false, latency: 150 },
    ...{ downloadThroughput: 150_000, uploadThroughput: 150_000 },
  });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, "value")));
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(consolePath(organization, path), { waitUntil: "networkidle" });
  await page.locator("#main .plot canvas").first().waitFor();
  const shifts: number[] = await page.evaluate(() => Reflect.get(globalThis, "shifts"));
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThanOrEqual(0.05);
});

test("the page of an archived counter offers to restore it", async () => {
  const organization = await createOrganization("pro");
  const counter = await createCounter(organization, { name: "North" });
  await archiveCounter(
    stores,
    { organizationId: organization.id, counterId: counter.id },
    operator,
  );
  await using page = await pageOf("owner", `counters/${counter.id}`, { organization });
  await page.getByRole("heading", { name: "North is archived" }).waitFor();
  await page.getByRole("button", { name: "Restore" }).click();
  await page.getByRole("heading", { name: "North", exact: true }).waitFor();
});

test("what the service refuses of a form stands under its field, which has the focus", async () => {
  await using page = await pageOf("owner", "settings/webhooks");
  await page.getByRole("button", { name: "Create endpoint" }).first().click();
  const url = page.getByRole("textbox", { name: "URL" });
  await url.fill("https://nothing.invalid/");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create endpoint" }).click();
  const error = dialog.getByText("The host name nothing.invalid does not resolve", { exact: true });
  const id = await error.getAttribute("id");
  expect(await url.getAttribute("aria-describedby")).toContain(id);
  await expect.poll(() => url.evaluate((field) => field === document.activeElement)).toBe(true);
});
