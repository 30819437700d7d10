import {
  almostFullPercent,
  type EmbeddedCount,
  goalProgress,
  widthInDigits,
} from "../../core/embeds/format-count.ts";
import type { Language } from "./language.ts";

// The page and its script share these: nothing changes when the script starts in the same language.

export interface Progress {
  /** How much of the goal or capacity is reached, from 0 to 100. */
  percent: number;
  level: "towards" | "reached" | "room" | "almost" | "full";
  /** Beside the bar, where its length does not say it; or empty. */
  word: string;
}

/** What an embed or a screen says of a count, in one language. */
export class CountTexts {
  readonly language: Language;
  readonly messages: Language["messages"];
  readonly #numbers: Intl.NumberFormat;

  constructor(language: Language) {
    const { tag, messages } = language;
    this.language = language;
    this.messages = messages;
    this.#numbers = new Intl.NumberFormat(tag, { maximumFractionDigits: 2 });
  }

  number(value: number): string {
    return this.#numbers.format(value);
  }

  /** Progress to the capacity, or to the goal, which may be below zero; null without either. */
  progress({ count, goalTarget, capacity = null }: EmbeddedCount): Progress | null {
    if (capacity !== null) return this.#towardsCapacity(count, capacity);
    return goalTarget === null ? null : this.#towardsGoal(count, goalTarget);
  }

  /** What stands behind the number: "of 2,000"; empty where it is of nothing. */
  of({ goalTarget, capacity = null }: Pick<EmbeddedCount, "goalTarget" | "capacity">): string {
    // There is no share of a goal of zero.
    const whole = capacity ?? (goalTarget || null);
    return whole === null ? "" : this.messages.of(this.number(whole));
  }

  /** The count and what it is of in one phrase, for announcements and previews. */
  phrase({ count, goalTarget, capacity = null }: EmbeddedCount): string {
    const whole = capacity ?? goalTarget;
    if (whole === null) return this.number(count);
    return this.messages.countOf(this.number(count), this.number(whole));
  }

  /** How long ago something happened, in one unit. */
  ago(elapsedMs: number): string {
    const { messages } = this;
    const seconds = Math.floor(elapsedMs / 1000);
    if (seconds < 5) return messages.justNow;
    if (seconds < 60) return messages.secondsAgo(this.number(seconds));
    if (seconds < 3_600) return messages.minutesAgo(this.number(Math.floor(seconds / 60)));
    if (seconds < 86_400) return messages.hoursAgo(this.number(Math.floor(seconds / 3_600)));
    const days = Math.floor(seconds / 86_400);
    return messages.daysAgo(this.number(days), days);
  }

  /** Since when nothing was heard, by the viewer's clock: with its day where that is long ago. */
  noNewsSince(atMs: number, ageMs: number): string {
    const { messages, language } = this;
    const time = { hour: "numeric", minute: "2-digit" } as const;
    const options =
      ageMs < longMs
        ? { ...time, second: "2-digit" as const }
        : { ...time, month: "short" as const, day: "numeric" as const };
    return messages.noNewsSince(new Intl.DateTimeFormat(language.tag, options).format(atMs));
  }

  #towardsCapacity(count: number, capacity: number): Progress {
    if (count >= capacity) return { percent: 100, level: "full", word: this.messages.full };
    const percent = Math.max(0, Math.floor((100 * count) / capacity));
    const level = percent >= almostFullPercent ? "almost" : "room";
    return { percent, level, word: "" };
  }

  #towardsGoal(count: number, goalTarget: number): Progress {
    const { messages } = this;
    const progress = goalProgress(count, goalTarget);
    if (progress === null) {
      return { percent: 0, level: "towards", word: messages.goal(this.number(goalTarget)) };
    }
    const percent = Math.floor(progress.percent);
    if (progress.isReached) return { percent, level: "reached", word: messages.goalReached };
    return { percent, level: "towards", word: "" };
  }
}

/** On the same day a time is enough. */
const longMs = 12 * 3_600_000;

/**
 * How wide the text behind a number is, in digits of that number; "line" where the two would be too small
 * in one line, and "none" where there is none. The style has a rule for each.
 */
export function ofWidth(number: string, of: string): string {
  if (of === "") return "none";
  const digits = Math.max(2, Math.ceil(of.length / 3));
  return digits > 5 || widthInDigits(number) + digits > 12 ? "line" : String(digits);
}
