import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, posix } from "node:path";
import { build } from "esbuild";
import { packClient } from "../../packages/client/build.ts";
import { buildTargets } from "../platform/browser-floor.ts";
import { plainText, type Resolve, renderMarkdown } from "./markdown.ts";
import { type DocsPage, docsPage, type PageLink, type SiteFrame, siteTitle } from "./page-html.ts";
import { linkTitles, readPages, root, sitePath } from "./pages.ts";
import type { SourcePage } from "./reference.ts";

export interface DocsFile {
  /** Below /docs or in the folder: `integrators/webhooks.html`. */
  path: string;
  contents: string | Uint8Array;
}

export interface DocsOptions {
  /** `site` links to `/docs/…` without extensions, `folder` to files, so that any static host serves it. */
  links: "site" | "folder";
  /** What stands for `{api_url}` and `{base_url}` in front of a path; without one it stays. */
  urls: Partial<Record<"api_url" | "base_url" | "console_url", string | undefined>>;
}

interface RenderedPage extends Pick<DocsPage, "title" | "description" | "html" | "headings"> {
  source: SourcePage;
  samples: string | undefined;
}

/** Every file of the docs, from the Markdown of the repository and the API description. */
export async function buildDocs({ links, urls }: DocsOptions): Promise<DocsFile[]> {
  const { pages, navigation } = readPages();
  const files = globSync("docs/**/*.json", { cwd: root }).sort();
  const pictures = globSync("docs/pictures/*.webp", { cwd: root }).sort();
  const [downloads, scripts] = await Promise.all([clientFiles(), browserFiles()]);
  const known = new Set([
    ...pages.map(({ path }) => `${path}.md`),
    ...[...files, ...pictures].map(sitePath),
    ...downloads.map(({ path }) => path),
  ]);
  const rendered = pages.map((source) => render(source));
  const byPath = new Map(rendered.map((page) => [page.source.path, page]));
  const listed = ["index", ...navigation.flatMap(({ paths }) => paths)];
  const { base_url: start = links === "site" ? "" : undefined, console_url: app } = urls;
  const places = Object.entries({ "Home page": start, Console: app }).flatMap(([title, url]) =>
    url === undefined ? [] : [{ title, href: `${url}/` }],
  );

  return [
    ...rendered.map((page) => file(`${page.source.path}.html`, pageOf(page))),
    // A host shows its own at any path, from where links to files beside it would lead nowhere.
    ...(links === "site" ? [file("404.html", notFound())] : []),
    ...rendered.map(({ source }) => file(`${source.path}.md`, twinOf(source))),
    file("llms.txt", overview()),
    file("search.json", JSON.stringify(rendered.flatMap(searchSections))),
    ...files.map((each) => file(sitePath(each), readFileSync(join(root, each), "utf8"))),
    ...pictures.map((each) => ({
      path: sitePath(each),
      contents: readFileSync(join(root, each)),
    })),
    ...scripts,
    ...downloads,
  ];

  function file(path: string, text: string): DocsFile {
    return { path, contents: filled(text, urls) };
  }

  /** The link from one page to a file of the site. */
  function hrefOf(from: string, to: string): string {
    if (links === "folder") {
      return posix.relative(posix.dirname(from), to.replace(/\.md$/, ".html"));
    }
    return `/docs/${to.replace(/\.md$/, "")}`.replace(/\/index$/, "");
  }

  /** The file of the site to which a page's link leads: a file of the repository, or a URL of these docs. */
  function fileOf(href: string, { file: from }: SourcePage): string | undefined {
    const [, own] = /^\{base_url\}\/docs\/(.+)$/.exec(href) ?? [];
    const to = own ?? sitePath(posix.join(posix.dirname(from), href));
    return [to, `${to}.md`].find((file) => known.has(file));
  }

  function render(source: SourcePage): RenderedPage {
    const resolve: Resolve = (href) => {
      if (/^[a-z]+:/.test(href) || href.startsWith("#")) return href;
      const [path = "", fragment] = href.split("#");
      const to = fileOf(path, source);
      if (to === undefined) return undefined;
      const target = hrefOf(source.path, to);
      return fragment === undefined ? target : `${target}#${fragment}`;
    };
    const { html, headings } = renderMarkdown(source.markdown, resolve);
    const samples = source.samples && renderMarkdown(source.samples, resolve).html;
    const title = headings.find(({ depth }) => depth === 1)?.text ?? source.path;
    const paragraphs = [...html.matchAll(/<p>(.*?)<\/p>/gs)].map(([, text = ""]) =>
      plainText(text),
    );
    // The line of an operation's method and path says nothing about it.
    const about = paragraphs.find((text) => text.length > 30 && !/^(GET|POST) /.test(text));
    const description = shortened(about ?? title);
    return { source, title, description, html, headings, samples };
  }

  function pageOf({ source, ...page }: RenderedPage): string {
    const { path } = source;
    const parent = byPath.get(posix.dirname(path));
    // Pages that the navigation does not list follow one another within their folder.
    const order = listed.includes(path)
      ? listed
      : rendered.map((one) => one.source.path).filter((one) => sameFolder(one, path));
    const at = order.indexOf(path);
    return docsPage(
      {
        ...page,
        isHome: path === "index",
        parent: parent && linkTo(path, parent.source.path),
        previous: linkTo(path, order[at - 1]),
        next: linkTo(path, order[at + 1]),
        twin: links === "folder" ? `${posix.basename(path)}.md` : `/docs/${path}.md`,
      },
      frameOf(path),
    );
  }

  function notFound(): string {
    const html = `<section class="message"><h1 id="not-found">This page does not exist</h1><p class="lead">The URL may be mistyped, or the page was deleted.</p><p class="actions"><a class="button" href="${hrefOf("404", "index.md")}">Go to the docs</a></p><ul></ul></section>`;
    const description = "This page of the docs does not exist.";
    return docsPage({ title: "Not found", description, html, headings: [] }, frameOf("404"));
  }

  function frameOf(path: string): SiteFrame {
    return {
      home: hrefOf(path, "index.md"),
      places,
      style: hrefOf(path, "docs.css"),
      script: hrefOf(path, "docs.js"),
      searchIndex: hrefOf(path, "search.json"),
      // Without one, browsers ask the host for /favicon.ico, which is not the folder's.
      icon: links === "site" ? "/favicon.ico" : "data:,",
      policy: links === "site" ? undefined : folderPolicy,
      navigation: navigation.map(({ title, paths }) => ({
        title,
        links: paths.map((to) => ({
          ...{ title: titleOf(to), href: hrefOf(path, `${to}.md`) },
          current: to === path ? "page" : path.startsWith(`${to}/`) ? "true" : undefined,
        })),
      })),
    };
  }

  /** What leads to a page: its heading, or a shorter text. */
  function titleOf(path: string): string {
    return linkTitles[path] ?? byPath.get(path)?.title ?? path;
  }

  function linkTo(from: string, to: string | undefined): PageLink | undefined {
    return to === undefined ? undefined : { title: titleOf(to), href: hrefOf(from, `${to}.md`) };
  }

  /** The page as Markdown, with links that lead to Markdown. */
  function twinOf(source: SourcePage): string {
    const { path, markdown, samples = "" } = source;
    const text = `${markdown.trimEnd()}\n${samples && `\n${samples}\n`}`;
    return text.replace(/(```[\s\S]*?```)|\[([^\]]*)\]\(([^)\s]+)\)/g, (all, code, label, href) => {
      if (code !== undefined || /^([a-z]+:|#)/.test(href)) return all;
      const [to = "", fragment] = href.split("#");
      const target = fileOf(to, source);
      if (target === undefined) return label;
      const link = posix.relative(posix.dirname(path), target);
      return `[${label}](${fragment === undefined ? link : `${link}#${fragment}`})`;
    });
  }

  /** https://llmstxt.org: what there is, for programs that read. */
  function overview(): string {
    const base = links === "site" ? "{base_url}/docs/" : "";
    const parts = navigation.map(({ title, paths }) => {
      const lines = paths.map((path) => {
        const page = byPath.get(path);
        return `- [${page?.title}](${base}${path}.md): ${page?.description}`;
      });
      return `## ${title}\n\n${lines.join("\n")}\n`;
    });
    const about = byPath.get("index")?.description;
    return `# ${siteTitle}\n\n> ${about}\n\n${parts.join("\n")}`;
  }

  /** What the search finds: each section of each page, as [part, page, heading, where, text]. */
  function searchSections({ source, title, html }: RenderedPage): string[][] {
    // A decision is short: found once, as a whole.
    const isWhole = source.path.startsWith("decisions/");
    const { title: part = "For maintainers" } =
      navigation.find(({ paths }) => paths.includes(source.path)) ?? {};
    return html.split(isWhole ? /(?!)/ : /(?=<h[23] id=)/).map((section) => {
      const [, id, heading] = /^<h[23] id="([^"]+)">(.*?)<a /s.exec(section) ?? [];
      const where = hrefOf("index", `${source.path}.md`);
      const text = plainText(section.replace(/^<h\d.*?<\/h\d>/s, ""));
      const to = id === undefined ? where : `${where}#${id}`;
      return [part, title, plainText(heading ?? ""), to, text];
    });
  }
}

/** The same as the function's, where a page can say it. */
const folderPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'";

/** In front of a path or a quote only: by itself a placeholder is explained or spoken of. */
function filled(text: string, urls: DocsOptions["urls"]): string {
  return text.replace(
    /\{(api_url|base_url)\}(?=\/|"|&quot;|&#34;)/g,
    (placeholder, name: "api_url" | "base_url") => urls[name] ?? placeholder,
  );
}

async function browserFiles(): Promise<DocsFile[]> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["web/docs/docs.ts", "web/docs/docs.css"],
    outdir: "docs",
    write: false,
    bundle: true,
    minify: true,
    format: "iife",
    target: buildTargets("people"),
    legalComments: "none",
    logLevel: "warning",
  });
  return outputFiles.map(({ path, contents }) => ({ path: posix.basename(path), contents }));
}

/** The clients, to be downloaded. */
async function clientFiles(): Promise<DocsFile[]> {
  const folder = mkdtempSync(join(tmpdir(), "counting-docs-"));
  try {
    const files = [
      await packClient(folder),
      join(root, "packages", "client-python", "counting_client.py"),
    ];
    return files.map((path) => ({
      path: `clients/${basename(path)}`,
      contents: readFileSync(path),
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const sameFolder = (a: string, b: string) => posix.dirname(a) === posix.dirname(b);

function shortened(text: string): string {
  if (text.length <= 160) return text;
  return `${text.slice(0, 159).replace(/\s\S*$/, "")}…`;
}
