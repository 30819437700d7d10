// @module-tag all
import { globSync } from "node:fs";
import { posix } from "node:path";
import { parseHTML } from "linkedom";
import { expect, test } from "vitest";
import { buildDocs, type DocsFile } from "../../../lib/docs-site/build-docs.ts";

const root = `${import.meta.dirname}/../../..`;
const urls = { api_url: "https://api.test", base_url: "https://site.test" };
const site = await buildDocs({ links: "site", urls });
const folder = await buildDocs({ links: "folder", urls: {} });

type Resolve = (from: string, href: string) => { file: string; fragment: string | undefined };
const kinds: [name: string, files: DocsFile[], resolve: Resolve][] = [
  [
    "site",
    site,
    (_, href) => {
      const [path = "", fragment] = href.replace(/^\/docs\/?/, "").split("#");
      const isFile = /\.(md|css|js|json|webp|txt|py|tgz)$/.test(path);
      return { file: isFile ? path : `${path || "index"}.html`, fragment };
    },
  ],
  [
    "folder",
    folder,
    (from, href) => {
      const [path = "", fragment] = href.split("#");
      return { file: path === "" ? from : posix.join(posix.dirname(from), path), fragment };
    },
  ],
];

type Page = { path: string; html: string; document: ReturnType<typeof parseHTML>["document"] };
const parsed = new Map<DocsFile[], Page[]>();

/** The pages, parsed once. */
function pagesOf(files: DocsFile[]): Page[] {
  const pages = parsed.get(files) ?? parse(files);
  parsed.set(files, pages);
  return pages;
}

const parse = (files: DocsFile[]) =>
  files
    .filter(({ path }) => path.endsWith(".html"))
    .map(({ path, contents }) => {
      const html = String(contents);
      return { path, html, document: parseHTML(html).document };
    });

const idsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));

test.each(kinds)(
  "every link of the %s leads to a file of it and to an anchor there, and no file from elsewhere is loaded",
  (_, files, resolve) => {
    const pages = pagesOf(files);
    const ids = new Map(pages.map(({ path, html }) => [path, idsOf(html)]));
    const paths = new Set(files.map(({ path }) => path));
    const broken: string[] = [];
    let links = 0;
    for (const { path, document } of pages) {
      for (const element of document.querySelectorAll("[href], [src], [data-index]")) {
        const href =
          ["href", "src", "data-index"].map((name) => element.getAttribute(name)).find(Boolean) ??
          "";
        const loaded = element.localName !== "a";
        const isNoFile = loaded ? ["/favicon.ico", "data:,"].includes(href) : /^[a-z]+:/.test(href);
        // The start page is the service's.
        if (isNoFile || href === "/") continue;
        links++;
        const { file, fragment } = href.startsWith("#")
          ? { file: path, fragment: href.slice(1) }
          : resolve(path, href);
        const anchored = fragment === undefined || ids.get(file)?.has(decodeURIComponent(fragment));
        if (!paths.has(file) || !anchored) broken.push(`${path}: ${href}`);
      }
    }
    expect(broken).toEqual([]);
    expect(links).toBeGreaterThan(5_000);
  },
);

test.each(kinds)("every page of the %s can be reached from its home", (_, files, resolve) => {
  const pages = new Map(pagesOf(files).map((page) => [page.path, page]));
  const reached = new Set(["index.html"]);
  for (const path of reached) {
    for (const anchor of pages.get(path)?.document.querySelectorAll("a[href]") ?? []) {
      const href = anchor.getAttribute("href") ?? "";
      if (/^[a-z]+:|^#/.test(href)) continue;
      const { file } = resolve(path, href);
      if (pages.has(file)) reached.add(file);
    }
  }
  expect([...pages.keys()].filter((path) => path !== "404.html" && !reached.has(path))).toEqual([]);
});

test("every page has a title and a description of its own, one h1 and a twin in Markdown", () => {
  const pages = pagesOf(site).filter(({ path }) => path !== "404.html");
  const paths = new Set(site.map(({ path }) => path));
  for (const { path, document } of pages) {
    expect(document.title, path).not.toBe("");
    const description = document.querySelector('meta[name="description"]')?.getAttribute("content");
    expect(description?.length, path).toBeGreaterThan(20);
    expect(document.querySelectorAll("h1").length, path).toBe(1);
    const twin = document.querySelector('link[rel="alternate"]')?.getAttribute("href");
    expect(paths, path).toContain(twin?.replace(/^\/docs\//, ""));
  }
  const titles = pages.map(({ document }) => document.title);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

test("every Markdown file of docs/ and of the repository's top is a page", () => {
  const files = globSync(["docs/**/*.md", "*.md", "packages/*/README.md"], { cwd: root });
  const pages = pagesOf(site).map(({ path }) => path);
  // The 404 and the reference have no file.
  const made = pages.filter((path) => path === "404.html" || path.startsWith("reference"));
  expect(pages.length - made.length).toBe(files.length);
});

test("the pages are well-formed: every element is closed in order, and no id occurs twice", () => {
  for (const { path, html } of pagesOf(site)) {
    expect(unclosed(html), path).toEqual([]);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      path,
    ).toEqual([]);
  }
});

test("no page has an inline style, an inline script or a handler, which its policy would refuse", () => {
  for (const { path, document } of pagesOf(site)) {
    expect(document.querySelectorAll("style, script:not([src])").length, path).toBe(0);
    const attributes = [...document.querySelectorAll("*")].flatMap((one) =>
      one.getAttributeNames().filter((name) => /^on|^style$/.test(name)),
    );
    expect(attributes, path).toEqual([]);
  }
});

test("the links of the Markdown twins lead to files of the site", () => {
  const paths = new Set(site.map(({ path }) => path));
  const broken = site
    .filter(({ path }) => path.endsWith(".md"))
    .flatMap(({ path, contents }) => {
      const text = String(contents)
        .replace(/^( *)```[\s\S]*?^\1```/gm, "")
        .replace(/`[^`\n]*`/g, "");
      return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, href = ""]) => href)
        .filter((href) => !/^[a-z]+:|^#/.test(href))
        .map((href) => posix.join(posix.dirname(path), href.replace(/#.*/, "")))
        .filter((target) => !paths.has(target))
        .map((target) => `${path}: ${target}`);
    });
  expect(broken).toEqual([]);
});

test("a page lists its sections once, parts that it is not in are folded, and each page leads to the console", async () => {
  const urlsWithConsole = { ...urls, console_url: "https://console.test" };
  const files = await buildDocs({ links: "site", urls: urlsWithConsole });
  const contract = files.find(({ path }) => path === "integrators/contract.html");
  const { document } = parseHTML(String(contract?.contents));
  const links = document.querySelectorAll('a[href="#4-endpoints"]:not(.anchor)');
  expect(links.length).toBe(1);
  const folded = [...document.querySelectorAll(".pages details:not([open]) > summary")];
  expect(folded.map(({ textContent }) => textContent)).toEqual([
    ...["For owners", "Reference", "For operators", "For maintainers", "About"],
  ]);
  expect(document.querySelector('.top a[href="https://console.test/"]')?.textContent).toBe(
    "Console",
  );
});

test("no page shows the source of a diagram", () => {
  for (const { path, html } of pagesOf(site)) {
    expect(html.includes("flowchart LR") || html.includes("-.-&gt;"), path).toBe(false);
  }
});

test("the URLs of the deployment stand where a path follows, and a placeholder that is spoken of stays", () => {
  const contract = String(site.find(({ path }) => path === "integrators/contract.html")?.contents);
  expect(contract).toContain("<code>GET https://api.test/api/v1/counters</code>");
  expect(contract).toContain("<code>{api_url}</code>");
});

/** The tags that are closed in the wrong order or never. */
function unclosed(html: string): string[] {
  const empty = /^(meta|link|img|input|source|br|wbr|hr|path|rect)$/;
  const open: string[] = [];
  const wrong: string[] = [];
  for (const [, end, name = ""] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g)) {
    if (end === "" && !empty.test(name)) open.push(name);
    if (end === "/" && open.pop() !== name) wrong.push(name);
  }
  return [...wrong, ...open];
}
