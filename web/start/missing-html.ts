import type { Language } from "../../core/languages.ts";
import { markup } from "../../core/markup.ts";
import { consolePage, logo, type PageFiles } from "../browser/frame-html.ts";
import type { StartMessages } from "./messages/en.ts";

interface MissingPage {
  language: Language;
  messages: StartMessages;
  files: Omit<PageFiles, "script">;
}

/** For a path of which there is no page. */
export function missingPage({ language, messages, files }: MissingPage): string {
  return consolePage({
    ...{ language, messages, files },
    title: messages.missingTitle,
    body: markup`<header class="top"><a class="brand" href="/">${logo}<span>Counting Service</span></a></header>
<main>
<section class="message">
<h1>${messages.missingTitle}</h1>
<p class="lead">${messages.missing}</p>
<p class="actions"><a class="button" href="/">${messages.startPage}</a></p>
</section>
</main>`,
  });
}
