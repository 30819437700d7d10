import { Markup, markup } from "../../core/markup.ts";
import { tooOld } from "../browser/too-old-html.ts";
import { english } from "../embed/language.ts";

const { connecting, needsScript, liveCount } = english.messages;

/**
 * The page of every screen. It names no session, so it needs no read, and has no number: a browser can
 * restore a page that is days old. Its script asks for the number.
 */
export function screenPage({ script, style }: { script: string; style: string }): string {
  return markup`<!doctype html>
<html lang="en" dir="ltr" translate="no">
<head>
<meta charset="utf-8">
<title>${liveCount("")}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<style>${new Markup(style)}</style>
</head>
<body>
<main class="screen" data-state="connecting">
<h1 class="name"><bdi dir="auto"></bdi></h1>
<p class="news" role="status"><span class="dot"></span><span class="words">${connecting}</span></p>
<p class="count"><span class="number"></span></p>
<div class="whole" hidden><p class="of"></p><svg class="bar" aria-hidden="true"><rect class="track" width="100%" height="100%"/><rect class="fill" width="0" height="100%"/></svg></div>
<p class="advice" role="status" hidden>${icon}<span class="words"></span></p>
</main>
<noscript><p class="no-script">${needsScript}</p></noscript>
<script>${new Markup(script)}</script>
${tooOld(english.messages.tooOld, "notBegun")}
</body>
</html>
`.html;
}

/**
 * A shape for each advice, none of which points anywhere: a check mark, a triangle, two bars. Where the URL
 * says which way people go in, an arrow stands in place of the first two.
 */
const icon = new Markup(
  `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path class="room" d="M3.5 13 9.5 19 20.5 6"/><path class="almost" d="M12 3.5 22 20.5H2ZM12 10v4.5M12 17.3v.4"/><path class="full" d="M8 5v14M16 5v14"/><path class="arrow" d="M3 12h17M12 4l8 8-8 8"/></svg>`,
);
