import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { outputs, stores, tapOnce } from "../../service.ts";
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

test("a revoked session says so, shows no number any longer, and is not requested again", async () => {
  const { counter, sessionId, url } = await newEmbed({ name: "Secret gate" });
  await using page = await newPage();
  await page.clock.install();
  const made = countRequests(page);
  await page.goto(url);
  await seen(page, ".state", "Live");
  await stores.embedSessions.revoke({ organizationId: counter.organizationId, sessionId });
  await page.clock.runFor(2_500);
  await seen(page, "h1", "No longer shared");
  expect(await page.locator(".number").count()).toBe(0);
  expect(await page.textContent("body")).not.toContain("Secret gate");
  const before = made.length;
  await page.clock.runFor(4 * 60_000);
  expect(made.length).toBe(before);
  // The first browser may hold the page for five seconds, and the CDN as well.
  await atTheCdn(page, 404);
  await using other = await newPage();
  await other.goto(url);
  await seen(other, "h1", "Not shared");
});

test("an embed says when the service is gone, and goes on by itself when it is back", async () => {
  const { counter, path } = await newEmbed();
  await using proxy = await interruptible(outputs.BaseUrl);
  await using page = await newPage();
  await page.goto(`${proxy.url}${path}`);
  await seen(page, ".state", "Live");
  await proxy.stop();
  await seen(page, ".state", "Reconnecting");
  await tapOnce(counter);
  expect(await page.textContent(".number")).toBe("0");
  await proxy.restart();
  await seen(page, ".number", /^1$/);
  await seen(page, ".state", "Live");
});

test("a tab that is shown again while the service hangs never says that its old number is live", async () => {
  const { counter, path } = await newEmbed();
  await using proxy = await interruptible(outputs.BaseUrl);
  await using page = await newPage();
  await page.clock.install();
  await page.goto(`${proxy.url}${path}`);
  await seen(page, ".state", "Live");
  await setVisible(page, false);
  proxy.hang();
  await page.clock.runFor("03:00:00");
  expect(await setVisible(page, true)).toBe("Reconnecting");
  await tapOnce(counter);
  proxy.respondAgain();
  await seen(page, ".number", /^1$/);
  await seen(page, ".state", "Live");
});

test("a 404 that is not the service's own does not empty an embed", async () => {
  const { url } = await newEmbed({ name: "North gate" });
  await using page = await newPage();
  await page.goto(url);
  await seen(page, ".state", "Live");
  await page.route("**/count", (route) =>
    route.fulfill({ status: 404, json: { message: "Not Found" } }),
  );
  await seen(page, ".state", "Reconnecting");
  expect(await page.textContent("h1")).toBe("North gate");
  await page.unroute("**/count");
  await seen(page, ".state", "Live");
});

test("the page of what is not shared is in English, whatever its URL asks for", async () => {
  const { url } = await newEmbed();
  await using page = await newPage();
  await page.goto(`${url.slice(0, -1)}?lang=ar`);
  await seen(page, "h1", "Not shared");
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
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
  await page.goto(url);
  await seen(page, "h1", "Not shared");
  await page.clock.runFor("04:50");
  expect(made).toEqual([]);
  await stores.embedSessions.create({ ...key, id: sessionId, createdAt: kept?.createdAt ?? "" });
  await atTheCdn(page, 200);
  // In one step: responses take real time, in which a request must not time out.
  await page.clock.fastForward("06:00");
  await seen(page, ".state", "Live");
  expect(await page.textContent("h1")).toBe("North gate");
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

test("a tab in the background sends no request for hours, and is current at once when it is back", async () => {
  const { counter, url } = await newEmbed();
  await using page = await newPage();
  await page.clock.install();
  const made = countRequests(page);
  await page.goto(url);
  await seen(page, ".state", "Live");
  await setVisible(page, false);
  const before = made.length;
  await page.clock.runFor("03:00:00");
  expect(made.length).toBe(before);
  await tapOnce(counter);
  await setVisible(page, true);
  await seen(page, ".number", /^1$/);
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
  await seen(page, ".announcement", "North gate: 1");
  await tapOnce(counter);
  await seen(page, ".number", /^2$/);
  expect(await region.textContent()).toBe("North gate: 1");
});

test("without JavaScript the number at load is there, and nothing claims to be live", async () => {
  const { counter, url } = await newEmbed({ name: "North gate", goalTarget: 10 });
  await tapOnce(counter);
  await using page = await newPage({ javaScriptEnabled: false });
  await page.goto(url);
  expect(await page.textContent("h1")).toBe("North gate");
  expect(await page.textContent(".number")).toBe("1");
  expect(await page.textContent(".progress")).toBe("10% of 10");
  expect(await page.textContent(".status")).toMatch(/^Changed \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
});

test.each([
  ["with a script", `<script>document.title = "owned"</script>`],
  ["with a handler", `"><img src=x onerror="document.title='owned'">`],
  ["with quotes", "'-alert(1)-'"],
  ["with marks of direction", "\u202eetag htroN \u2066"],
  ["in two directions", "البوابة الشمالية – Tor 3"],
  ["of families", "👩‍👩‍👧‍👦".repeat(28)],
  ["of one long word", "W".repeat(200)],
  ["of many words", `${"A long name of many words ".repeat(7)}end`],
])("a name %s is shown as text and leaves the layout as it is", async (_, name) => {
  const { counter, url } = await newEmbed({ name });
  await using page = await newPage({ viewport: { width: 150, height: 100 } });
  await page.clock.install();
  await page.goto(url);
  await seen(page, ".state", "Live");
  await tapOnce(counter);
  await page.clock.fastForward(2_500);
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

test("no length of a name makes anything of it cut off", async () => {
  const { url } = await newEmbed({ name: "Gate", goalTarget: 30 });
  await using page = await newPage();
  await page.goto(url);
  await seen(page, ".state", "Live");
  // From here on only the test changes the page.
  await page.route("**/count", (route) => route.abort());
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    for (const name of namesOfManyLengths) {
      await page.locator(".name bdi").evaluate((element, text) => {
        element.textContent = text;
      }, name);
      expect(await overflowing(page), `${name} at ${width}x${height}`).toEqual([]);
    }
  }
});

const sizes = [
  [150, 100],
  [300, 150],
  [300, 200],
  [600, 400],
  [320, 640],
] as const;

const words =
  "Back gate <b>x</b> & a really very long name that cannot fit in one line, nor in two ";

const namesOfManyLengths = [
  ...Array.from({ length: 24 }, (_, index) => words.repeat(3).slice(0, 8 * (index + 1))),
  "Wide ".repeat(30),
  "البوابة الرئيسية ".repeat(9),
];

/** The elements whose content is wider than they are. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("html, body, .embed, .name, .count, .goal, .status")]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((element) => element.className || element.tagName),
  );
}

test("a URL with a trailing slash shows the embed in a frame, too", async () => {
  const { url } = await newEmbed({ name: "North gate" });
  const frame = `<iframe src="${url}/" title="Live" sandbox="allow-scripts"></iframe>`;
  await using blog = await foreignPage(frame);
  await using page = await newPage();
  await page.goto(blog.url);
  await seen(page.frameLocator("iframe"), ".state", "Live");
});

test.each(["light", "dark"] as const)(
  "in %s a frame is filled to its corners, whatever the host's background and color scheme",
  async (colorScheme) => {
    const { url } = await newEmbed();
    const frame = `<iframe src="${url}" width="300" height="200" title="Live"></iframe>`;
    for (const own of ["normal", "light", "dark", "light dark"]) {
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
      const background = colorScheme === "dark" ? "rgb(13, 17, 23)" : "rgb(255, 255, 255)";
      expect(style).toEqual({ borderRadius: "0px", background });
      const name = `${colorScheme}-on-blue-${own.replace(" ", "-")}`;
      await page.screenshot({ path: `dist/screenshots/${name}.png` });
    }
  },
);
