import type { Badge } from "../../core/embeds/badge.ts";
import type { EmbeddedCount } from "../../core/embeds/format-count.ts";
import { CountTexts } from "./count-texts.ts";
import { english, languageOf } from "./language.ts";

/** What a badge says of a count, in the organization's language: the number, and of a group what it is of. */
export function embedBadge(count: EmbeddedCount): Badge {
  const { name: label, capacity = null } = count;
  const texts = new CountTexts(languageOf(count.language));
  const level = texts.progress(count)?.level;
  const isLimit = capacity !== null && (level === "room" || level === "almost" || level === "full");
  if (!isLimit) return { label, text: texts.number(count.count), state: "plain" };
  return { label, text: texts.phrase(count), state: level };
}

/** In place of the badge of a session that does not exist or is no longer shared. */
export const noBadge: Badge = {
  label: english.messages.count,
  text: english.messages.notShared,
  state: "gone",
};
