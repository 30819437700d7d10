import { type EmbeddedCount, shownLevel, widthInDigits } from "../../core/embeds/format-count.ts";
import type { CountTexts, Progress } from "../embed/count-texts.ts";
import { ageOf, type Moment, type News, staleMs } from "./news.ts";
import type { ScreenLooks } from "./screen-looks.ts";

/** All that a screen shows at a moment. */
export interface ScreenView {
  state: "connecting" | "live" | "stale" | "ended";
  name: string;
  news: string;
  number: string;
  /** In digits. */
  width: number;
  whole: { text: string; percent: number } | null;
  /** Only while the number is current. */
  advice: { level: Progress["level"]; text: string } | null;
}

/** What a screen knows. */
export interface ScreenFacts {
  news: News | undefined;
  isEnded: boolean;
  /** Whether requests fail, and not only one. */
  isCut: boolean;
  now: Moment;
}

/** A number that is not current is shown as such: without advice, and with the time since when. */
export function screenView(
  { news, isEnded, isCut, now }: ScreenFacts,
  { looks, texts }: { looks: ScreenLooks; texts: CountTexts },
): ScreenView {
  const { messages } = texts;
  const empty = { name: looks.label ?? "", number: "", width: 3, whole: null, advice: null };
  if (isEnded) return { ...empty, name: "", state: "ended", news: messages.notShared };
  if (news === undefined) return { ...empty, state: "connecting", news: messages.connecting };
  const { count, progress, isLimit } = measured(news.count, { looks, texts });
  const ageMs = ageOf(news, now);
  const isStale = isCut || ageMs >= staleMs;
  const number = texts.number(count.count);
  return {
    state: isStale ? "stale" : "live",
    name: looks.label ?? count.name,
    news: isStale ? texts.noNewsSince(news.serviceMs, ageMs) : messages.live,
    number,
    width: widthInDigits(number),
    whole: progress === null ? null : { text: texts.of(count), percent: progress.percent },
    advice:
      isStale || progress === null || !isLimit
        ? null
        : { level: progress.level, text: adviceOf(progress.level, { looks, texts }) },
  };
}

type Style = { looks: ScreenLooks; texts: CountTexts };

/** A goal is to be reached, and no reason to wait: only a capacity is a limit. */
function measured(found: EmbeddedCount, { looks, texts }: Style) {
  const capacity = found.capacity ?? looks.capacity ?? null;
  const count = { ...found, capacity, count: shownLevel(found.count, capacity) };
  return { count, progress: texts.progress(count), isLimit: capacity !== null };
}

function adviceOf(level: Progress["level"], { looks: { words }, texts: { messages } }: Style) {
  if (level === "full") return words.pleaseWait ?? messages.pleaseWait;
  if (level === "almost") return words.almostFull ?? messages.almostFull;
  return words.comeIn ?? messages.comeIn;
}
