import type { Counter } from "../counters/counter.ts";

/** All that an embed shows of its counter: nothing of the organization, and no setting. */
export type EmbeddedCounter = Pick<Counter, "name" | "count" | "goalTarget" | "updatedAt">;

export function embeddedCounter({ name, count, goalTarget, updatedAt }: Counter): EmbeddedCounter {
  return { name, count, goalTarget, updatedAt };
}

// The page and its script share these functions: nothing changes when the script starts.

const numbers = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

export function numberText(value: number): string {
  return numbers.format(value);
}

/** How wide a number is, in digits; a separator is half of one. At least 3, at most 20. */
export function widthInDigits(text: string): number {
  const separators = text.replace(/[^,.]/g, "").length;
  return Math.max(3, Math.ceil(text.length - separators / 2));
}

export interface GoalProgress {
  /** How much of the goal is reached, from 0 to 100. */
  percent: number;
  text: string;
}

/** A counter's progress to its goal, which may be below zero; null without a goal. */
export function progressOf({ count, goalTarget }: EmbeddedCounter): GoalProgress | null {
  if (goalTarget === null) return null;
  const goal = numberText(goalTarget);
  if (goalTarget === 0) return { percent: 0, text: `Goal ${goal}` };
  const share = count / goalTarget;
  // Rounded down: 100 % means that the goal is reached.
  const percent = Math.min(100, Math.max(0, Math.floor(share * 100)));
  return { percent, text: share >= 1 ? `Goal ${goal} reached` : `${percent}% of ${goal}` };
}

/** The count and its goal in one phrase, for announcements and previews. */
export function countPhrase(view: EmbeddedCounter): string {
  const { count, goalTarget } = view;
  return goalTarget === null
    ? numberText(count)
    : `${numberText(count)} of ${numberText(goalTarget)}`;
}

/** How long ago something happened, in one unit. */
export function agoText(elapsedMs: number): string {
  const seconds = Math.floor(elapsedMs / 1000);
  if (seconds < 5) return "just now";
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h ago`;
  const days = Math.floor(seconds / 86_400);
  return days === 1 ? "1 day ago" : `${numberText(days)} days ago`;
}
