import hljs from "highlight.js/lib/common";
import { Marked, type Token, type Tokens } from "marked";
import { escapeMarkup } from "../../core/markup.ts";
import { flowList } from "./flow.ts";

/** Where a link of a page leads; undefined for a file of the repository that the site does not have. */
export type Resolve = (href: string) => string | undefined;

export interface Heading {
  id: string;
  text: string;
  depth: number;
}

export interface RenderedMarkdown {
  html: string;
  headings: Heading[];
}

/**
 * Markdown as HTML without raw HTML, scripts or inline styles. Consecutive fences with a title after their
 * language ("js Node.js") become tabs.
 */
export function renderMarkdown(markdown: string, resolve: Resolve): RenderedMarkdown {
  const headings: Heading[] = [];
  let tabs = 0;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = plainText(this.parser.parseInline(tokens));
        const id = anchor(text, headings);
        headings.push({ id, text, depth });
        const link = `<a class="anchor" href="#${id}" aria-hidden="true" tabindex="-1">#</a>`;
        const html = this.parser.parseInline(tokens);
        // The names of events are one long word.
        const shown = depth === 1 ? html.replace(/\.(?=\w)/g, ".<wbr>") : `${html}${link}`;
        return `<h${depth} id="${id}">${shown}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const target = resolve(href);
        if (target !== undefined) return `<a href="${escapeMarkup(target)}">${text}</a>`;
        const file = escapeMarkup(href.replace(/^(\.\.?\/)+/, ""));
        return `<span class="file" title="In the repository: ${file}">${text}</span>`;
      },
      image({ href, text }) {
        const source = escapeMarkup(resolve(href) ?? href);
        return `<img src="${source}" alt="${escapeMarkup(text)}" loading="lazy">`;
      },
      code: (token) => renderCode(token),
      // The site has a list of the page's sections of its own.
      list: (token) => (token.items.every(isSectionLink) ? "" : false),
      html({ text }) {
        return /^\s*<!--/.test(text) ? "" : (picture(text, resolve) ?? escapeMarkup(text));
      },
      table(token) {
        const row = (cells: Tokens.TableCell[], kind: "th" | "td") =>
          cells
            .map(({ text, tokens, align }) => {
              // A head without words names nothing.
              const tag = text === "" ? "td" : kind;
              const side = align === "right" ? ' class="right"' : "";
              const scope = tag === "th" ? ' scope="col"' : "";
              return `<${tag}${scope}${side}>${this.parser.parseInline(tokens)}</${tag}>`;
            })
            .join("");
        const body = token.rows.map((cells) => `<tr>${row(cells, "td")}</tr>`).join("\n");
        return `<div class="scroll" tabindex="0"><table><thead><tr>${row(token.header, "th")}</tr></thead><tbody>\n${body}</tbody></table></div>\n`;
      },
    },
  });
  const blocks: (Token | Tokens.Code[])[] = [];
  for (const token of marked.lexer(markdown)) {
    const last = blocks.findLast((block) => !("type" in block) || block.type !== "space");
    if (!isTitled(token)) blocks.push(token);
    else if (Array.isArray(last)) last.push(token);
    else blocks.push([token]);
  }
  const html = blocks.map((block) =>
    Array.isArray(block) ? renderTabs(block, ++tabs) : marked.parser([block]),
  );
  return { html: html.join(""), headings };
}

/** A picture with a dark variant, which Markdown has no words for; undefined for other HTML. */
function picture(html: string, resolve: Resolve): string | undefined {
  const [, dark, light, alt] =
    /^<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)">\s*<img src="([^"]+)" alt="([^"]+)">\s*<\/picture>\s*$/.exec(
      html,
    ) ?? [];
  if (dark === undefined || light === undefined) return undefined;
  const [darkSource, lightSource] = [dark, light].map((href) =>
    escapeMarkup(resolve(href) ?? href),
  );
  const source = `<source media="(prefers-color-scheme: dark)" srcset="${darkSource}">`;
  return `<p><picture>${source}<img src="${lightSource}" alt="${alt}"></picture></p>\n`;
}

/** GitHub's anchor of a heading. */
function anchor(text: string, before: Heading[]): string {
  const slug = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/ /g, "-");
  const times = before.filter(({ id }) => id.replace(/-\d+$/, "") === slug || id === slug).length;
  return before.some(({ id }) => id === slug) ? `${slug}-${times}` : slug;
}

/** An item that is nothing but a link to a section of its page. */
function isSectionLink({ tokens }: Tokens.ListItem): boolean {
  const [link, ...more] = tokens.flatMap((token) => ("tokens" in token && token.tokens) || token);
  return more.length === 0 && link?.type === "link" && link.href.startsWith("#");
}

const isTitled = (token: Token): token is Tokens.Code =>
  token.type === "code" && / /.test(token.lang ?? "");

function renderTabs(codes: Tokens.Code[], number: number): string {
  const choices = codes.map(({ lang = "" }, index) => {
    const title = escapeMarkup(lang.slice(lang.indexOf(" ") + 1));
    const id = `tab-${number}-${index + 1}`;
    const checked = index === 0 ? " checked" : "";
    return `<input type="radio" name="tab-${number}" id="${id}"${checked}><label for="${id}">${title}</label>`;
  });
  const panels = codes.map((code) => `<div class="panel">${renderCode(code)}</div>`);
  return `<fieldset class="tabs"><legend>Language</legend>${choices.join("")}${panels.join("")}</fieldset>\n`;
}

function renderCode({ text, lang = "" }: Tokens.Code): string {
  const [language = ""] = lang.split(" ");
  if (language === "mermaid") return `${flowList(text).html}\n`;
  const known = hljs.getLanguage(language) !== undefined;
  const code = known
    ? hljs.highlight(text, { language, ignoreIllegals: true }).value
    : escapeMarkup(text);
  return `<div class="code"><pre tabindex="0"><code>${code}\n</code></pre></div>\n`;
}

/** The text of HTML that this file has made. */
export function plainText(html: string): string {
  const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return html
    .replace(/<\/(td|th|li|p|pre|label)>/g, " ")
    .replace(/<[^>]+>/g, "")
    .replace(/&(#x?\w+|\w+);/g, (entity, name: string) => {
      if (/^#\d+$/.test(name)) return String.fromCodePoint(Number(name.slice(1)));
      if (/^#x/.test(name)) return String.fromCodePoint(Number.parseInt(name.slice(2), 16));
      return entities[name] ?? entity;
    })
    .replace(/\s+/g, " ")
    .trim();
}
