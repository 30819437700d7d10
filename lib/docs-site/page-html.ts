import { Markup, markup } from "../../core/markup.ts";
import type { Heading } from "./markdown.ts";

export interface PageLink {
  title: string;
  href: string;
}

export interface DocsPage {
  title: string;
  description: string;
  /** Of the home and of a page that was not found there is none. */
  parent?: PageLink | undefined;
  html: string;
  headings: Heading[];
  isHome?: boolean;
  /** In HTML; in place of the list of the page's sections. */
  samples?: string | undefined;
  previous?: PageLink | undefined;
  next?: PageLink | undefined;
  /** The same page as Markdown. */
  twin?: string;
}

export interface SiteFrame {
  /** The links of the navigation, with the page that they stand on. */
  navigation: {
    title: string;
    links: (PageLink & { current: "page" | "true" | undefined })[];
  }[];
  home: string;
  /** What the docs belong to: the home page and the console, where they are known. */
  places: PageLink[];
  style: string;
  script: string;
  searchIndex: string;
  icon: string;
  /** For a host that sends no policy of its own. */
  policy: string | undefined;
}

/** A page of the docs. Everything on it is read without JavaScript; the search needs it. */
export function docsPage(page: DocsPage, frame: SiteFrame): string {
  const { title, description, headings, samples, previous, next, twin, parent } = page;
  const sections = headings.filter(({ depth }) => depth === 2 || depth === 3);
  const isPlain = samples === undefined && page.isHome !== true;
  const hasSections = isPlain && sections.length > 1;
  const layout = samples === undefined ? (page.isHome ? "home" : "plain") : "with-samples";
  const fullTitle = page.isHome ? siteTitle : `${title} · ${siteTitle}`;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${fullTitle}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
${frame.policy === undefined ? "" : markup`<meta http-equiv="Content-Security-Policy" content="${frame.policy}">\n`}<link rel="icon" href="${frame.icon}" sizes="32x32">
<link rel="stylesheet" href="${frame.style}">
${twin === undefined ? "" : markup`<link rel="alternate" type="text/markdown" href="${twin}">\n`}<script defer src="${frame.script}"></script>
</head>
<body class="${hasSections ? "with-sections" : layout}">
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="brand" href="${frame.home}">${logo}<span><span class="wide">Counting Service </span>Docs</span></a>
<div class="search" role="search" data-index="${frame.searchIndex}"></div>
<nav class="links" aria-label="Service">${each(frame.places, anchor)}</nav>
<button type="button" class="menu narrow" popovertarget="pages"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="M1 3.5h14M1 8h14M1 12.5h14"/></svg>Menu</button>
</header>
<nav class="list pages" id="pages" aria-label="Pages" popover>${navigation(frame)}<ul class="narrow">${each(frame.places, item)}</ul></nav>
${hasSections ? markup`<nav class="list sections" aria-label="On this page"><details><summary>On this page</summary><ul>${each(sections, sectionLink)}</ul></details></nav>\n` : ""}<main id="content">
<article>
${parent === undefined ? "" : markup`<p class="parent"><a href="${parent.href}">${parent.title}</a></p>\n`}${new Markup(page.html)}
</article>
${samples === undefined ? "" : markup`<div class="samples">${new Markup(samples)}</div>\n`}<footer>
${previous || next ? markup`<nav class="turn" aria-label="Previous and next page">${turn("prev", "Previous", previous)}${turn("next", "Next", next)}</nav>\n` : ""}${twin === undefined ? "" : markup`<p><a class="twin" href="${twin}">This page as Markdown</a></p>\n`}</footer>
</main>
</body>
</html>
`.html;
}

export const siteTitle = "Counting Service docs";

/** The list of pages: open is the part that has the page, and on a page of none of them the first two. */
function navigation({ navigation: parts }: SiteFrame): Markup {
  const own = parts.filter(({ links }) => links.some(({ current }) => current !== undefined));
  const open = own.length > 0 ? own : parts.slice(0, 2);
  return each(parts, (part) => navigationPart(part, open.includes(part)));
}

function navigationPart(
  { title, links }: SiteFrame["navigation"][number],
  isOpen: boolean,
): Markup {
  const items = each(links, ({ title: text, href, current }) =>
    current === undefined
      ? markup`<li><a href="${href}">${text}</a></li>`
      : markup`<li><a href="${href}" aria-current="${current}">${text}</a></li>`,
  );
  const open = new Markup(isOpen ? " open" : "");
  return markup`<details${open}><summary>${title}</summary>\n<ul>\n${items}</ul></details>\n`;
}

const anchor = ({ title, href }: PageLink) => markup`<a href="${href}">${title}</a>`;
const item = (link: PageLink) => markup`<li>${anchor(link)}</li>`;

function sectionLink({ id, text, depth }: Heading): Markup {
  return markup`<li class="depth-${depth}"><a href="#${id}">${text}</a></li>`;
}

function turn(rel: "prev" | "next", label: string, link: PageLink | undefined): Markup {
  if (link === undefined) return markup`<span></span>`;
  return markup`<a rel="${rel}" href="${link.href}"><small>${label}</small> ${link.title}</a>`;
}

function each<Item>(items: Item[], render: (item: Item) => Markup): Markup {
  return new Markup(items.map((item) => render(item).html).join("\n"));
}

/** The sign of the service, as on its home page. */
const logo = new Markup(
  `<svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="M8 9v14M13.3 9v14M18.7 9v14M24 9v14M5.5 20.5l21-9"/></svg>`,
);
