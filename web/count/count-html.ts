import type { Language } from "../../core/languages.ts";
import { Markup, markup } from "../../core/markup.ts";
import {
  consolePage,
  type FrameMessages,
  notLoaded,
  type PageFiles,
} from "../browser/frame-html.ts";
import { languageLinks } from "../languages/languages-html.ts";
import type { CountMessages } from "./messages/en.ts";

interface CountHtml {
  language: Language;
  messages: CountMessages;
  frame: FrameMessages;
  files: PageFiles & { spoken: PageFiles["script"] };
}

/** The counting page of every counter: what it shows, its script puts into it. */
export function countPage({ language, messages, frame, files }: CountHtml): string {
  const { spoken, ...own } = files;
  return consolePage({
    isOriginal: true,
    ...{ language, spoken },
    messages: frame,
    title: messages.title,
    files: own,
    body: bodyOf(messages, { frame, language }),
  });
}

const plus = new Markup(
  `<svg class="sign" viewBox="0 0 48 48" aria-hidden="true"><path d="M24 6v36M6 24h36"/></svg>`,
);
const minus = new Markup(
  `<svg class="sign" viewBox="0 0 48 48" aria-hidden="true"><path d="M6 24h36"/></svg>`,
);
const back = new Markup(
  `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M15 5l-7 7 7 7"/></svg>`,
);
const sliders = new Markup(
  `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 7h9M19 7h1M4 17h1M11 17h9"/><circle cx="16" cy="7" r="3"/><circle cx="8" cy="17" r="3"/></svg>`,
);
const lock = new Markup(
  `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M7 11V8a5 5 0 0 1 10 0v3M5 11h14v9H5z"/></svg>`,
);
const bar = new Markup(
  `<svg class="bar" aria-hidden="true"><rect class="track" width="100%" height="100%"/><rect class="fill-bar" width="0" height="100%"/></svg>`,
);
const warning = new Markup(
  `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 4l9 16H3zM12 10v4M12 17v.5"/></svg>`,
);

function bodyOf(
  messages: CountMessages,
  { frame, language }: Pick<CountHtml, "frame" | "language">,
): Markup {
  return markup`<main class="count">
<header class="top">
<a class="back" href="/" aria-label="${messages.allCounters}">${back}</a>
<div class="titles"><h1><bdi dir="auto"></bdi></h1><p class="place"><bdi class="gate-name" dir="auto"></bdi><span class="between"> · </span><bdi class="organization-name" dir="auto"></bdi></p></div>
<button class="open-settings" type="button" aria-label="${messages.settings}">${sliders}</button>
</header>
<section class="fill" aria-label="${messages.fill}" hidden><strong class="fill-word" role="alert"></strong><p class="fill-line"><span class="fill-name"></span> <span class="fill-level"></span></p><p class="fill-hold"></p></section>
<div class="counters"></div>
<p class="spoken" role="status" aria-live="polite"></p>
<section class="notices" aria-label="${messages.state}">
<p class="alert" role="alert"></p>
<div class="full-taps" hidden>${warning}<p class="full-taps-text" role="status"></p><button class="full-taps-add plain" type="button">${messages.add}</button><span class="full-taps-discard"></span></div>
<button class="decide" type="button" hidden>${warning}<span class="decide-text"></span><span class="decide-more">${messages.decide}</span></button>
<div class="tools"><p class="state" data-tone="good"><span class="dot"></span><span class="state-text"></span> <a class="sign-in" href="/sign-in" hidden>${messages.signIn}</a></p>
<button class="undo" type="button" hidden>${messages.undo}</button></div>
<p class="fill-age" hidden></p>
<fieldset class="multiples" hidden><legend class="hidden">${messages.tapsAtOnce}</legend>${multiple(1, messages)}${multiple(5, messages)}${multiple(10, messages)}</fieldset>
</section>
</main>
<template class="counter-template"><section class="counter">
<div class="level">
<h2 class="counter-name"><bdi dir="auto"></bdi></h2>
<div class="number-box"><p class="number" aria-hidden="true"></p></div>
<div class="goal" hidden>${bar}<p class="goal-text"></p></div>
<div class="group" hidden><p class="group-line"><bdi class="group-name" dir="auto"></bdi><span class="group-level"></span></p>${bar}</div>
<details class="today"><summary>${messages.today}</summary><p class="today-text"></p></details>
</div>
<p class="closed" hidden>${lock}<span class="closed-text"></span></p>
<div class="taps" role="group">
<button class="tap down" type="button" aria-label="${messages.countDown}">${minus}<span class="hidden step"></span></button>
<button class="tap up" type="button" aria-label="${messages.countUp}">${plus}<span class="hidden step"></span></button>
</div>
</section></template>
<main class="message">
<h1 class="message-title"></h1>
<p class="lead"></p>
<p class="actions"><a class="message-action" href="/sign-in" hidden>${messages.signIn}</a> <a href="/">${messages.startPage}</a></p>
</main>
<main class="loading">${notLoaded(frame)}</main>
<dialog class="kept-list" aria-labelledby="kept-title">
<h2 id="kept-title"></h2>
<p class="kept-lead">${messages.keptLead}</p>
<ul class="kept-groups"></ul>
<p class="kept-foot"><button class="kept-download plain" type="button">${messages.download}</button><button class="kept-close plain" type="button">${messages.close}</button></p>
</dialog>
<dialog class="settings" aria-labelledby="settings-title">
<header><h2 id="settings-title">${messages.settingsTitle}</h2><button class="settings-close plain" type="button">${messages.close}</button></header>
<section class="shift"><h3>${messages.shift}</h3><p><strong class="shift-count"></strong> <span class="shift-since"></span></p><button class="shift-reset plain" type="button">${messages.shiftReset}</button></section>
<p class="screen-off hint" hidden>${messages.screenMayTurnOff}</p>
${row("multiples", messages.multiples)}${row("leftHanded", messages.leftHanded)}${row("sound", messages.sound)}${row("highContrast", messages.highContrast)}
<fieldset class="theme"><legend>${messages.theme}</legend>${themeOf("system", messages)}${themeOf("light", messages)}${themeOf("dark", messages)}</fieldset>
<section><h3>${messages.language}</h3>${languageLinks(language, messages.language)}</section>
<section><h3>${messages.keys}</h3><p class="hint">${messages.keysHint}</p><ul class="keys"></ul></section>
</dialog>`;
}

/** A switch of the settings. */
function row(id: string, label: string): Markup {
  return markup`<label class="switch" for="${id}"><span>${label}</span><input type="checkbox" role="switch" id="${id}"></label>`;
}

function themeOf(theme: keyof CountMessages["themes"], messages: CountMessages): Markup {
  return markup`<label><input type="radio" name="theme" id="theme-${theme}"><span>${messages.themes[theme]}</span></label>`;
}

/** How many taps one press makes. */
function multiple(times: number, messages: CountMessages): Markup {
  const checked = new Markup(times === 1 ? " checked" : "");
  return markup`<label><input type="radio" name="multiple" value="${String(times)}"${checked}><span>${messages.times(times)}</span></label>`;
}
