import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { Oembed } from "../../core/oembed.ts";
import {
  createCounter,
  createCustomer,
  getSite,
  outputs,
  shareCounter,
  stores,
  tapOnce,
} from "../service.ts";
import { newPage, seen, useBrowser } from "./browser.ts";
import { foreignPage, interruptible } from "./servers.ts";

useBrowser();

const { organization } = await createCustomer("free");

async function shared(settings: { name?: string; goalTarget?: number } = {}) {
  const counter = await createCounter(organization, settings);
  const sessionId = await shareCounter(counter);
  const path = `/embed/${sessionId}`;
  return { counter, sessionId, path, url: `${outputs.BaseUrl}${path}` };
}

/** The requests for the count that a page makes. */
function looks(page: Page): string[] {
  const made: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/count")) made.push(request.url());
  });
  return made;
}

test("the number moves within 3 s after a tap", async () => {
  const { counter, url } = await shared({ goalTarget: 4 });
  await using page = await newPage();
  await page.goto(url);
  await seen(page, ".state", "Live");
  for (const [count, progress] of [
    ["1", "25% of 4"],
    ["2", "50% of 4"],
  ]) {
    await tapOnce(counter);
    const tappedMs = performance.now();
    await seen(page, ".number", new RegExp(`^${count}$`));
    expect(performance.now() - tappedMs).toBeLessThan(3_000);
    await seen(page, ".progress", progress ?? "");
  }
  await seen(page, "time", "just now");
});

test("the oEmbed markup moves on a foreign page, in a sandbox without an origin", async () => {
  const { counter, url } = await shared({ name: "Gate <1>" });
  const metadata = Oembed.parse(await (await getSite(`/api/oembed?url=${url}`)).json());
  await using blog = await foreignPage(metadata.html);
  await using page = await newPage();
  await page.goto(blog.url);
  const frame = page.frameLocator("iframe");
  await seen(frame, ".state", "Live");
  await tapOnce(counter);
  const tappedMs = performance.now();
  await seen(frame, ".number", /^1$/);
  expect(performance.now() - tappedMs).toBeLessThan(3_000);
  const [, inner] = page.frames();
  expect(await inner?.evaluate(() => self.origin)).toBe("null");
  expect(await page.locator("iframe").getAttribute("title")).toBe("Live count: Gate <1>");
});

test("a revoked session says so, shows no number any longer, and is not asked for again", async () => {
  const { sessionId, url } = await shared({ name: "Secret gate" });
  await using page = await newPage();
  await page.clock.install();
  const made = looks(page);
  await page.goto(url);
  await seen(page, ".state", "Live");
  await stores.embedSessions.revoke({ organizationId: organization.id, sessionId });
  await page.clock.runFor(2_500);
  await seen(page, "h1", "No longer shared");
  expect(await page.locator(".number").count()).toBe(0);
  expect(await page.textContent("body")).not.toContain("Secret gate");
  const before = made.length;
  await page.clock.runFor(4 * 60_000);
  expect(made.length).toBe(before);
  await page.goto(url);
  await seen(page, "h1", "No longer shared");
});

test("a service that goes away and comes back is told, and the view goes on by itself", async () => {
  const { counter, path } = await shared();
  await using way = await interruptible(outputs.BaseUrl);
  await using page = await newPage();
  await page.goto(`${way.url}${path}`);
  await seen(page, ".state", "Live");
  await way.goAway();
  await seen(page, ".state", "Reconnecting");
  await tapOnce(counter);
  expect(await page.textContent(".number")).toBe("0");
  await way.comeBack();
  await seen(page, ".number", /^1$/);
  await seen(page, ".state", "Live");
});

test("a tab in the background asks for nothing for hours, and is current at once when it is back", async () => {
  const { counter, url } = await shared();
  await using page = await newPage();
  await page.clock.install();
  const made = looks(page);
  await page.goto(url);
  await seen(page, ".state", "Live");
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  const before = made.length;
  await page.clock.runFor("03:00:00");
  expect(made.length).toBe(before);
  await tapOnce(counter);
  await page.evaluate(() => {
    Reflect.deleteProperty(document, "visibilityState");
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await seen(page, ".number", /^1$/);
});

test("a frame that is scrolled out of sight asks for nothing until it is seen again", async () => {
  const { counter, url } = await shared();
  const frame = `<iframe src="${url}" title="Live" sandbox="allow-scripts"></iframe>`;
  await using blog = await foreignPage(`${frame}<div style="height:5000px"></div>`);
  await using page = await newPage();
  await page.goto(blog.url);
  const inner = page.frameLocator("iframe");
  await seen(inner, ".state", "Live");
  await page.evaluate(() => scrollTo(0, 4_000));
  // A look that is on its way ends; after that there is none.
  await expect.poll(() => quietFor(page, 2_500), { timeout: 20_000 }).toBe(true);
  await tapOnce(counter);
  await page.evaluate(() => scrollTo(0, 0));
  await seen(inner, ".number", /^1$/);
});

/** Whether no request for a count begins within this time, which is longer than between two looks. */
async function quietFor(page: Page, ms: number): Promise<boolean> {
  const isLook = (request: { url(): string }) => request.url().endsWith("/count");
  return await page.waitForRequest(isLook, { timeout: ms }).then(
    () => false,
    () => true,
  );
}

test("screen readers hear of changes politely, half a minute apart", async () => {
  const { counter, url } = await shared({ name: "North gate" });
  await using page = await newPage();
  await page.goto(url);
  await seen(page, ".state", "Live");
  const region = page.locator('[role="status"][aria-live="polite"]');
  expect(await region.textContent()).toBe("");
  await tapOnce(counter);
  await seen(page, ".announcement", "North gate: 1");
  await tapOnce(counter);
  await seen(page, ".number", /^2$/);
  expect(await region.textContent()).toBe("North gate: 1");
});

test("without JavaScript the number at load is there, and nothing claims to be live", async () => {
  const { counter, url } = await shared({ name: "North gate", goalTarget: 10 });
  await tapOnce(counter);
  await using page = await newPage({ javaScriptEnabled: false });
  await page.goto(url);
  expect(await page.textContent("h1")).toBe("North gate");
  expect(await page.textContent(".number")).toBe("1");
  expect(await page.textContent(".progress")).toBe("10% of 10");
  expect(await page.textContent(".status")).toMatch(/^Changed \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
});

test.each([
  `<script>document.title = "owned"</script>`,
  `"><img src=x onerror="document.title='owned'">`,
  "'-alert(1)-'",
  "\u202eetag htroN \u2066",
  "البوابة الشمالية – Tor 3",
  "👩‍👩‍👧‍👦".repeat(28),
  "W".repeat(200),
  `${"A long name of many words ".repeat(7)}end`,
])("the name %s is shown as text and leaves the layout as it is", async (name) => {
  const { counter, url } = await shared({ name });
  await using page = await newPage({ viewport: { width: 150, height: 100 } });
  await page.goto(url);
  await tapOnce(counter);
  await seen(page, ".number", /^1$/);
  expect(await page.textContent("h1")).toBe(name);
  expect(await page.title()).not.toBe("owned");
  for (const viewport of [
    { width: 150, height: 100 },
    { width: 300, height: 200 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    for (const part of ["h1", ".number", ".status"]) {
      const box = await page.locator(part).boundingBox();
      if (box === null) throw new Error(`${part} is not shown`);
      expect(box.x, part).toBeGreaterThanOrEqual(0);
      expect(box.y, part).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width, part).toBeLessThanOrEqual(viewport.width);
      expect(box.y + box.height, part).toBeLessThanOrEqual(viewport.height);
    }
  }
});
