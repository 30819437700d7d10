import { Markup } from "../../core/markup.ts";
import { consolePage, notLoaded, type PageFiles } from "../browser/frame-html.ts";

/** The counting page of every counter: what it shows, its script puts into it. */
export function countPage(files: PageFiles): string {
  return consolePage({ title: "Counting", files, body: new Markup(body) });
}

const plus = `<svg class="sign" viewBox="0 0 48 48" aria-hidden="true"><path d="M24 6v36M6 24h36"/></svg>`;
const minus = `<svg class="sign" viewBox="0 0 48 48" aria-hidden="true"><path d="M6 24h36"/></svg>`;
const back = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M15 5l-7 7 7 7"/></svg>`;
const lock = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M7 11V8a5 5 0 0 1 10 0v3M5 11h14v9H5z"/></svg>`;
const warning = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 4l9 16H3zM12 10v4M12 17v.5"/></svg>`;

const body = `<main class="count">
<header class="top">
<a class="back" href="/" aria-label="All counters">${back}</a>
<h1><bdi dir="auto"></bdi></h1>
<button class="undo" type="button" hidden>Undo</button>
</header>
<section class="level" aria-label="Count">
<div class="number-box"><p class="number" aria-hidden="true"></p></div>
<p class="spoken" role="status" aria-live="polite"></p>
<div class="goal" hidden><svg class="bar" aria-hidden="true"><rect class="track" width="100%" height="100%"/><rect class="fill" width="0" height="100%"/></svg><p class="goal-text"></p></div>
<p class="group" hidden><bdi class="group-name" dir="auto"></bdi><span class="group-level"></span></p>
<details class="today"><summary>Today</summary><p class="today-text"></p></details>
</section>
<section class="notices" aria-label="State">
<p class="alert" role="alert"></p>
<p class="closed" hidden>${lock}<span class="closed-text"></span></p>
<button class="decide" type="button" hidden>${warning}<span class="decide-text"></span><span class="decide-more">Decide</span></button>
<p class="state" data-tone="good"><span class="dot"></span><span class="state-text"></span> <a class="sign-in" href="/sign-in" hidden>Sign in</a></p>
</section>
<section class="taps" aria-label="Count by one tap">
<button class="tap down" type="button" aria-label="Count down" aria-describedby="down-step">${minus}</button>
<button class="tap up" type="button" aria-label="Count up" aria-describedby="up-step">${plus}</button>
<span class="hidden" id="down-step"></span><span class="hidden" id="up-step"></span>
</section>
</main>
<main class="message">
<h1 class="message-title"></h1>
<p class="message-text"></p>
<p class="message-links"><a class="message-action" href="/sign-in" hidden>Sign in</a> <a class="message-home" href="/">Start page</a></p>
</main>
<main class="loading">${notLoaded.html}</main>
<dialog class="kept-list" aria-labelledby="kept-title">
<h2 id="kept-title"></h2>
<p class="kept-lead">They stay on this device until they are sent or discarded.</p>
<ul class="kept-groups"></ul>
<p class="kept-foot"><button class="kept-download plain" type="button">Download as CSV</button><button class="kept-close plain" type="button">Close</button></p>
</dialog>`;
