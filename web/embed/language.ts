import { directionOf, isLanguage, type Language as Spoken } from "../../core/languages.ts";
import { ar } from "./messages/ar.ts";
import { de } from "./messages/de.ts";
import { type EmbedMessages, en } from "./messages/en.ts";
import { es } from "./messages/es.ts";
import { fr } from "./messages/fr.ts";
import { ja } from "./messages/ja.ts";
import { nl } from "./messages/nl.ts";
import { pt } from "./messages/pt.ts";

/** How a page writes. */
export interface Language {
  /** For numbers and times, as Intl takes it. */
  tag: string;
  messages: EmbedMessages;
}

// All of them are in the page's script: caches have one copy of a page for all languages of its URL.
const messagesOf: Record<Spoken, EmbedMessages> = { en, de, fr, es, pt, nl, ja, ar };

export const english: Language = { tag: "en", messages: en };

/** Longer than any tag in use. */
const longestTag = 35;

/** The language with this tag (BCP 47); English for anything else. */
export function languageOf(tag: string | null | undefined): Language {
  if (typeof tag !== "string" || tag.length > longestTag) return english;
  try {
    const [known] = Intl.NumberFormat.supportedLocalesOf(tag);
    if (known === undefined) return english;
    const spoken = known.split("-")[0];
    return { tag: known, messages: isLanguage(spoken) ? messagesOf[spoken] : en };
  } catch {
    return english;
  }
}

/** What `<html>` says of a page in this language: of the words, whose language the tag may not be. */
export function htmlLanguage({ messages }: Language): { lang: Spoken; dir: "ltr" | "rtl" } {
  const [lang = "en"] = Object.keys(messagesOf)
    .filter(isLanguage)
    .filter((language) => messagesOf[language] === messages);
  return { lang, dir: directionOf(lang) };
}
