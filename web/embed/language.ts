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
  /** Of the words; the tag may be of a language that has none. */
  spoken: Spoken;
  /** For numbers and times, as Intl takes it. */
  tag: string;
  messages: EmbedMessages;
}

// All of them are in the script: a page can be asked for in one language and shown in another.
const messagesOf: Record<Spoken, EmbedMessages> = { en, de, fr, es, pt, nl, ja, ar };

export const english: Language = { spoken: "en", tag: "en", messages: en };

/** Longer than any tag in use. */
const longestTag = 35;

/** The language with this tag (BCP 47); English for anything else. */
export function languageOf(tag: string | null | undefined): Language {
  if (typeof tag !== "string" || tag.length > longestTag) return english;
  try {
    const [known] = Intl.NumberFormat.supportedLocalesOf(tag);
    if (known === undefined) return english;
    const wished = known.split("-")[0];
    const spoken = isLanguage(wished) ? wished : english.spoken;
    return { spoken, tag: known, messages: messagesOf[spoken] };
  } catch {
    return english;
  }
}

/** What `<html>` says of a page in this language. */
export function htmlLanguage({ spoken }: Language): { lang: Spoken; dir: "ltr" | "rtl" } {
  return { lang: spoken, dir: directionOf(spoken) };
}
