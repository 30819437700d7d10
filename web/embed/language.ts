import { type EmbedMessages, en } from "./messages/en.ts";

/** How a page writes. */
export interface Language {
  /** For numbers and times, as Intl takes it. */
  tag: string;
  messages: EmbedMessages;
}

/** What the service renders: caches have one copy for all viewers. */
export const english: Language = { tag: "en", messages: en };

/** Longer than any tag in use. */
const longestTag = 35;

/** The language with this tag (BCP 47); English for anything else. */
export function languageOf(tag: string | null): Language {
  if (tag === null || tag.length > longestTag) return english;
  try {
    const [known] = Intl.NumberFormat.supportedLocalesOf(tag);
    return known === undefined ? english : { ...english, tag: known };
  } catch {
    return english;
  }
}
