import { withRegion } from "../browser/language-tag.ts";
import type { PageMessages } from "./page-messages.ts";

declare global {
  /** Set by the script of a language, which the page loads before its own. */
  var pageMessages: PageMessages;
}

/** Hands the messages of one language to the page's script. */
export function speak(messages: PageMessages): void {
  globalThis.pageMessages = messages;
}

/** The page's language, with the viewer's region: dates and times follow it. */
export function pageLocale(): string {
  return withRegion(document.documentElement.lang, navigator.languages);
}

/** The links that choose a language lead to this page, with all else that its URL says. */
export function keepQueryOfLanguageLinks(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[hreflang]")) {
    const query = new URLSearchParams(location.search);
    query.set("lang", link.hreflang);
    link.href = `?${query}`;
  }
}
