import type { Language } from "../../core/languages.ts";
import { markup } from "../../core/markup.ts";
import { consolePage, logo, notLoaded, type PageFiles } from "../browser/frame-html.ts";
import { languageLinks } from "../languages/languages-html.ts";
import type { StartMessages } from "./messages/en.ts";

interface StartPage {
  language: Language;
  messages: StartMessages;
  files: PageFiles & { spoken: PageFiles["script"] };
}

/** The page of `/`, `/join` and `/gate`: its script sees from the path which of them it is. */
export function startPage({ language, messages, files: { spoken, ...files } }: StartPage): string {
  return consolePage({
    ...{ language, messages, files, spoken },
    title: "Counting Service",
    body: markup`<header class="top"><a class="brand" href="/">${logo}<span>Counting Service</span></a><div class="who"></div></header>
<main id="main" tabindex="-1"><p class="loading" role="status">${messages.loading}</p>${notLoaded(messages)}</main>
<footer class="foot">${languageLinks(language, messages.language)}</footer>
<p class="announcement" role="status"></p>`,
  });
}
