import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { buildDocs } from "../../../lib/docs-site/build-docs.ts";
import { listen } from "../../../local/ports.ts";
import { outputs } from "../service.ts";
import { accessibilityFindings, newPage, useBrowser } from "./browser.ts";

useBrowser();

const folder = "dist/screenshots";
mkdirSync(folder, { recursive: true });

const docs = `${outputs.BaseUrl}/docs`;

/** One of each kind: home, guide, reference, diagram, decision, wide tables, not found. */
const kinds = {
  home: "",
  guide: "/integrators/webhooks",
  reference: "/reference/get-counter-history",
  event: "/reference/threshold-alert-fired",
  architecture: "/maintainers/architecture",
  decision: "/decisions/0102-retry-failed-calls-for-hours-store-failing-records-at-once",
  costs: "/operators/costs",
  missing: "/no-such-page",
};

test.each(Object.entries(kinds))(
  "the docs' page %s fits every width and is accessible, in light and dark",
  async (name, path) => {
    await using page = await newPage();
    await page.goto(`${docs}${path}`);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [320, 768, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: `${folder}/docs-${name}-${colorScheme}-${width}.png` });
        const where = `${colorScheme} ${width}`;
        expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBe(width);
        // Colors change at no width, and widths change no color.
        if (width === 320 || width === 1280) {
          expect(await accessibilityFindings(page), where).toEqual([]);
        }
      }
    }
  },
);

test("the docs follow the color scheme", async () => {
  const backgrounds: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await using page = await newPage({ colorScheme });
    await page.goto(docs);
    backgrounds.push(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
  }
  expect(backgrounds).toEqual(["rgb(255, 255, 255)", "rgb(13, 17, 23)"]);
});

test("the keyboard alone finds a section and opens it", async () => {
  await using page = await newPage();
  await page.goto(`${docs}/glossary`);
  await page.keyboard.press("/");
  await page.keyboard.type("constant time");
  const options = page.getByRole("option");
  await options.first().waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.screenshot({ path: `${folder}/docs-search.png` });
  const first = await options.first().innerText();
  await page.keyboard.press("ArrowDown");
  expect(await options.first().getAttribute("aria-selected")).toBe("false");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname !== "/docs/glossary");
  expect(first.toLowerCase()).toContain((await page.locator("h1").innerText()).toLowerCase());
  expect(await page.locator("main").innerText()).toMatch(/constant time/i);
});

test("a search without results says so, and Escape closes it", async () => {
  await using page = await newPage();
  await page.goto(docs);
  const search = page.getByRole("combobox");
  await search.fill("webhook");
  await page.getByRole("option").first().waitFor();
  await search.press("Escape");
  expect(await page.getByRole("option").count()).toBe(0);
  await search.fill("xqzvv");
  await page.getByText("No results").waitFor();
});

test("without JavaScript everything is read: text, navigation, samples in each language, the list of pages on a phone", async () => {
  await using page = await newPage({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 800 },
  });
  await page.goto(`${docs}/reference/list-counters`);
  expect(await page.locator("main").innerText()).toContain("Sorted by name.");
  await page.getByText("Python", { exact: true }).click();
  expect(await page.locator(".samples").innerText()).toContain("from counting_client import");
  expect(await page.locator(".samples").innerText()).not.toContain("curl -H");
  const guide = page.getByRole("link", { name: "Receiving webhooks" });
  expect(await guide.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Pages" }).click();
  await guide.click();
  await page.waitForURL(`${docs}/integrators/webhooks`);
  expect(await page.getByRole("combobox").count()).toBe(0);
});

test("the language that somebody chose is shown on the next page, too", async () => {
  await using page = await newPage();
  await page.goto(`${docs}/reference/list-counters`);
  await page.getByText("JavaScript", { exact: true }).click();
  await page.goto(`${docs}/reference/get-counter`);
  await expect.poll(() => page.locator(".samples").innerText()).toContain("new CountingClient");
});

test("printed, a page is its text", async () => {
  await using page = await newPage();
  await page.goto(`${docs}/integrators/webhooks`);
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("#pages").isVisible()).toBe(false);
  expect(await page.locator("article").isVisible()).toBe(true);
});

test("the folder of static files works below a path of any host: links, search and pictures", async () => {
  const files = new Map(
    (await buildDocs({ links: "folder", urls: {} })).map(({ path, contents }) => [path, contents]),
  );
  const types = { html: "text/html", css: "text/css", js: "text/javascript", svg: "image/svg+xml" };
  const missing: string[] = [];
  const host = createServer(({ url = "" }, response) => {
    const path = new URL(url, "http://host").pathname.replace(/^\/manual\//, "");
    const contents = files.get(path.replace(/\/$|^$/, "index.html"));
    if (contents === undefined) missing.push(path);
    const type = types[path.split(".").at(-1) as keyof typeof types] ?? "text/plain";
    response.writeHead(contents === undefined ? 404 : 200, { "content-type": type }).end(contents);
  });
  const port = await listen(host, 0);
  try {
    await using page = await newPage();
    await page.goto(`http://127.0.0.1:${port}/manual/index.html`);
    await page.getByRole("link", { name: "Architecture", exact: true }).first().click();
    await page.waitForURL(/\/manual\/maintainers\/architecture\.html$/);
    await page.keyboard.press("/");
    await page.keyboard.type("a million viewers");
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/manual\/operators\/costs\.html#/);
    await page.goto(`http://127.0.0.1:${port}/manual/operators/counting.html`);
    const picture = page.getByRole("img").first();
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    // Full Chromium asks for /favicon.ico of a page that names no icon; the headless shell never does.
    expect(await page.locator('link[rel="icon"]').getAttribute("href")).toBe("data:,");
    expect(missing).toEqual([]);
  } finally {
    host.closeAllConnections();
    host.close();
  }
});
