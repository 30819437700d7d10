import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { withoutBidiControls } from "../../../../core/bidi.ts";
import { Oembed } from "../../../../core/embeds/oembed.ts";
import { getSite, outputs, stores, tapOnce } from "../../service.ts";
import { newPage, seen, useBrowser } from "../browser.ts";
import { foreignPage, interruptible } from "../servers.ts";
import { newEmbed } from "./embeds.ts";

useBrowser();

/** The requests for the count that a page sends. */
function countRequests(page: Page): string[] {
  const made: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/count")) made.push(request.url());
  });
  return made;
}

/**
 * Waits until the CDN no longer has an earlier response. The page asks, because what a client accepts
 * is part of the CDN's key.
 */
async function atTheCdn(page: Page, status: number): Promise<void> {
  const asked = () =>
    page.evaluate(async () => (await fetch(location.href, { cache: "no-store" })).status);
  await expect.poll(asked).toBe(status);
}

/** Puts the tab into the background or the front; returns the state shown right after. */
function setVisible(page: Page, visible: boolean): Promise<string | null | undefined> {
  return page.evaluate(
    (state) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
      return document.querySelector(".state")?.textContent;
    },
    visible ? "visible" : "hidden",
  );
}

test("a hidden tab asks for nothing; shown again while the service hangs, it never says that its old number is live", async () => {
  const { counter, path } = await newEmbed();
  await using proxy = await interruptible(outputs.BaseUrl);
  await using page = await newPage();
  await page.clock.install();
  const made = countRequests(page);
  await page.goto(`${proxy.url}${path}`);
  await seen(page, ".state", "Live");
  await setVisible(page, false);
  proxy.hang();
  const before = made.length;
  await page.clock.runFor("03:00:00");
  expect(made.length).toBe(before);
  expect(await setVisible(page, true)).toBe("Reconnecting");
  await tapOnce(counter);
  proxy.respondAgain();
  await seen(page, ".number", /^1$/);
  await seen(page, ".state", "Live");
});

test("a page that was loaded while its session was not shared asks again after minutes", async () => {
  const { sessionId, url, counter } = await newEmbed({ name: "North gate" });
  const session = { organizationId: counter.organizationId, sessionId };
  const key = { organizationId: counter.organizationId, counterId: counter.id };
  const kept = await stores.embedSessions.get(sessionId);
  await stores.embedSessions.revoke(session);
  await using page = await newPage();
  await page.clock.install();
  const made = countRequests(page);
  await page.goto(`${url}?lang=ar`);
  await seen(page, "h1", "Not shared");
  // What is not shared speaks no organization's language.
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  await page.clock.runFor("04:50");
  expect(made).toEqual([]);
  await stores.embedSessions.create({ ...key, id: sessionId, createdAt: kept?.createdAt ?? "" });
  await atTheCdn(page, 200);
  // In one step: responses take real time, in which a request must not time out.
  await page.clock.fastForward("06:00");
  await seen(page, "html[lang=ar] h1", "North gate");
});

test("a wrong clock of the viewer's machine is not visible, not even before the first response", async () => {
  const { url } = await newEmbed();
  await using page = await newPage();
  await page.clock.install({ time: "2031-01-01T00:00:00Z" });
  await page.route("**/count", (route) => route.abort());
  await page.goto(url);
  await seen(page, ".state", "Reconnecting");
  expect(await page.textContent("time")).toMatch(/ UTC$/);
  await page.unroute("**/count");
  await seen(page, "time", /^(just now|\d+ s ago)$/);
});

test("an older count is another cache's copy, and after ten seconds what the service says now", async () => {
  const { url } = await newEmbed({ name: "Hall" });
  await using page = await newPage();
  await page.clock.install();
  await page.goto(url);
  await seen(page, ".state", "Live");
  const older = { name: "Hall", count: 5, goalTarget: null, updatedAt: "2026-01-01T00:00:00.000Z" };
  await page.route("**/count", (route) => route.fulfill({ json: older }));
  await page.clock.runFor(6_000);
  await seen(page, ".number", "0");
  await page.clock.runFor(8_000);
  await seen(page, ".number", "5");
});

test("a frame that is scrolled out of sight sends no request until it is visible again", async () => {
  const { counter, url } = await newEmbed();
  const frame = `<iframe src="${url}" title="Live" sandbox="allow-scripts"></iframe>`;
  await using blog = await foreignPage(`${frame}<div style="height:5000px"></div>`);
  await using page = await newPage();
  await page.goto(blog.url);
  const inner = page.frameLocator("iframe");
  await seen(inner, ".state", "Live");
  await page.evaluate(() => scrollTo(0, 4_000));
  // The current request ends; after that there is none.
  await expect.poll(() => quietFor(page, 2_500), { timeout: 20_000 }).toBe(true);
  await tapOnce(counter);
  await page.evaluate(() => scrollTo(0, 0));
  await seen(inner, ".number", /^1$/);
});

/** Whether no request for a count begins within this time, longer than between two of them. */
async function quietFor(page: Page, ms: number): Promise<boolean> {
  const isCountRequest = (request: { url(): string }) => request.url().endsWith("/count");
  return await page.waitForRequest(isCountRequest, { timeout: ms }).then(
    () => false,
    () => true,
  );
}

test("changes are announced to screen readers politely, half a minute apart", async () => {
  const { counter, url } = await newEmbed({ name: "North gate" });
  await using page = await newPage();
  await page.goto(url);
  await seen(page, ".state", "Live");
  const region = page.locator('[role="status"][aria-live="polite"]');
  expect(await region.textContent()).toBe("");
  await tapOnce(counter);
  await seen(page, ".announcement", "\u2068North gate\u2069: 1");
  await tapOnce(counter);
  await seen(page, ".number", /^2$/);
  expect(await region.textContent()).toBe("\u2068North gate\u2069: 1");
});

test("that the count is back is said to screen readers, also when it is the same", async () => {
  const { url } = await newEmbed({ name: "North gate" });
  await using page = await newPage();
  await page.clock.install();
  await page.goto(url);
  await seen(page, ".state", "Live");
  await page.route("**/count", (route) => route.abort());
  await seen(page, ".announcement", "Reconnecting");
  await page.unroute("**/count");
  await seen(page, ".state", "Live");
  await page.clock.fastForward("00:31");
  await seen(page, ".announcement", "\u2068North gate\u2069: 0");
});

test.each([
  ["with a script", `<script>document.title = "owned"</script>`],
  ["with marks of direction", "\u202eetag htroN \u2066"],
  ["of families", "👩‍👩‍👧‍👦".repeat(28)],
])("a name %s is shown as text and leaves the layout as it is", async (_, name) => {
  const { counter, url } = await newEmbed({ name });
  await using page = await newPage({ viewport: { width: 150, height: 100 } });
  await page.clock.install();
  await page.goto(url);
  await seen(page, ".state", "Live");
  await tapOnce(counter);
  await page.clock.fastForward(2_500);
  await seen(page, ".number", /^1$/);
  expect(await page.textContent("h1")).toBe(withoutBidiControls(name));
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

test.each([
  ["light", "dark"],
  ["dark", "normal"],
] as const)(
  "in %s an embed has round corners, and nothing behind them, on a host whose color scheme is %s",
  async (colorScheme, own) => {
    const { url } = await newEmbed();
    const frame = `<iframe src="${url}" width="300" height="200" title="Live"></iframe>`;
    const hostStyle = `:root { color-scheme: ${own} } body { background: #2456c4 }`;
    await using blog = await foreignPage(`<style>${hostStyle}</style>${frame}`);
    await using page = await newPage({ colorScheme });
    await page.goto(blog.url);
    const embed = page.frameLocator("iframe").locator(".embed");
    await embed.waitFor();
    const style = await embed.evaluate((element) => {
      const { borderRadius } = getComputedStyle(element);
      return { borderRadius, background: getComputedStyle(document.body).backgroundColor };
    });
    expect(style).toEqual({ borderRadius: "12px", background: "rgba(0, 0, 0, 0)" });
  },
);

test("the oEmbed markup moves within 3 s on a foreign page, in a sandbox without an origin", async () => {
  const { counter, url } = await newEmbed({ name: "Gate <1>" });
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
