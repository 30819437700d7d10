import { withoutBidiControls } from "../../core/bidi.ts";
import { type EmbeddedCount, widthInDigits } from "../../core/embeds/format-count.ts";
import { Markup, markup } from "../../core/markup.ts";
import { tooOld } from "../browser/too-old-html.ts";
import { CountTexts } from "./count-texts.ts";
import { english, htmlLanguage, type Language, languageOf } from "./language.ts";

/** Script and style of the page, built from web/embed. */
interface PageAssets {
  script: string;
  style: string;
}

interface EmbedPage {
  sessionId: string;
  counter: EmbeddedCount;
  /** The tag in the URL, which has precedence over the organization's language. */
  lang: string | undefined;
  /** Absolute URLs of the page itself and of its oEmbed metadata. */
  urls: { page: string; oembed: string };
  assets: PageAssets;
}

/** The page of an embed with the current count, which its script keeps up to date. */
export function embedPage({ sessionId, counter, lang, urls, assets }: EmbedPage): string {
  const { name, updatedAt } = counter;
  const shownName = withoutBidiControls(name);
  const language = languageOf(lang ?? counter.language);
  const texts = new CountTexts(language);
  const { messages } = texts;
  const count = texts.number(counter.count);
  const description = messages.liveCount(texts.phrase(counter));
  const head = markup`<title>${shownName}</title>
<link rel="alternate" type="application/json+oembed" href="${urls.oembed}" title="${name}">
<link rel="canonical" href="${urls.page}">
<meta property="og:type" content="website">
<meta property="og:title" content="${name}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${urls.page}">
<meta property="og:site_name" content="Counting Service">
<meta name="twitter:card" content="summary">
<meta name="description" content="${description}">`;
  const body = markup`<main class="embed" data-state="still" data-source="/embed/${sessionId}/count">
<h1 class="name"><bdi dir="auto">${shownName}</bdi></h1>
<p class="count" data-width="${widthInDigits(count)}"><span class="number">${count}</span></p>
${goal(counter, texts)}
<p class="status"><span class="dot"></span><span class="state"></span><span class="changed"><span class="word">${messages.changed} </span><time datetime="${updatedAt}">${timeText(updatedAt)}</time></span></p>
</main>
<p class="announcement" role="status" aria-live="polite"></p>`;
  return page(head, body, { language, assets });
}

/** The page for a session that does not exist or is no longer shared. */
export function unavailablePage(assets: PageAssets): string {
  const { messages } = english;
  const head = markup`<title>${messages.notAvailable}</title>`;
  const body = markup`<main class="embed" data-state="ended">
<div class="ended"><h1>${messages.notShared}</h1><p>${messages.liveCountNotAvailable}</p></div>
</main>`;
  return page(head, body, { language: english, assets });
}

// The link to the metadata comes early: consumers read only the first kilobytes.
function page(
  head: Markup,
  body: Markup,
  { language, assets: { script, style } }: { language: Language; assets: PageAssets },
): string {
  const { lang, dir } = htmlLanguage(language);
  return markup`<!doctype html>
<html lang="${lang}" dir="${dir}" translate="no">
<head>
<meta charset="utf-8">
${head}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<style>${new Markup(style)}</style>
</head>
<body>
${body}
<script>${new Markup(script)}</script>
${tooOld(language.messages.tooOld, "notBegun")}
</body>
</html>
`.html;
}

function goal(counter: EmbeddedCount, texts: CountTexts): Markup {
  const progress = texts.progress(counter);
  const hidden = new Markup(progress === null ? " hidden" : "");
  const { percent, level, text } = progress ?? { percent: 0, level: "towards", text: "" };
  return markup`<div class="goal" data-level="${level}"${hidden}><svg class="bar" aria-hidden="true"><rect class="track" width="100%" height="100%"/><rect class="fill" width="${percent}%" height="100%"/></svg><p class="progress">${text}</p></div>`;
}

// For viewers without JavaScript, who see no relative time.
function timeText(updatedAt: string): string {
  return `${updatedAt.slice(0, 10)} ${updatedAt.slice(11, 16)} UTC`;
}
