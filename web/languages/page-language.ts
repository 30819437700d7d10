import { isLanguageTag } from "../browser/language-tag.ts";
import type { PageMessages } from "./page-messages.ts";

declare global {
  /** Set by the script of a language, which the page loads before its own. */
  var pageMessages: PageMessages;
}

/** Hands the messages of one language to the page's script. */
export function speak(messages: PageMessages): void {
  globalThis.pageMessages = messages;
}

/** The page's language, with the region that the browser prefers: dates follow it. */
export function pageLocale(): string {
  const { lang } = document.documentElement;
  const isRegional = (tag: string) => tag.split("-")[0] === lang && isLanguageTag(tag);
  return navigator.languages.find(isRegional) ?? lang;
}

/** The links that choose a language lead to this page, with all else that its URL says. */
export function keepQueryOfLanguageLinks(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[hreflang]")) {
    const query = new URLSearchParams(location.search);
    query.set("lang", link.hreflang);
    link.href = `?${query}`;
  }
}
