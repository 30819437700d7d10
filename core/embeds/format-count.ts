import type { Counter } from "../counters/counter.ts";

/** All that an embed shows of its counter or group: nothing of the organization, and no setting. */
export interface EmbeddedCount
  extends Pick<Counter, "name" | "count" | "goalTarget" | "updatedAt"> {
  /** Only of a group. */
  capacity?: number | null;
  /** The organization's, where it is not English. */
  language?: string;
}

const numbers = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

export function numberText(value: number): string {
  return numbers.format(value);
}

/** How wide a number is, in digits; a separator is half of one. At least 3, at most 20. */
export function widthInDigits(text: string): number {
  const wide = text.replace(/[^\p{Nd}\p{Pd}\u2212]/gu, "").length;
  return Math.min(20, Math.max(3, Math.ceil((text.length + wide) / 2)));
}

export interface GoalProgress {
  /** How much of the goal is reached, from 0 to 100. */
  percent: number;
  text: string;
}

/** A counter's progress to its goal, which may be below zero; null without a goal. */
export function progressOf({ count, goalTarget }: EmbeddedCount): GoalProgress | null {
  if (goalTarget === null) return null;
  const goal = numberText(goalTarget);
  if (goalTarget === 0) return { percent: 0, text: `Goal ${goal}` };
  const { percent, isReached } = goalProgress(count, goalTarget);
  return { percent, text: isReached ? `Goal ${goal} reached` : `${percent}% of ${goal}` };
}

/** How much of a goal other than 0 is reached. Rounded down: 100 % means that it is. */
export function goalProgress(count: number, goalTarget: number) {
  const share = count / goalTarget;
  const percent = Math.min(100, Math.max(0, Math.floor(share * 100)));
  return { percent, isReached: share >= 1 };
}

/** The count and its goal in one phrase, for announcements and previews. */
export function countPhrase(view: EmbeddedCount): string {
  const { count, goalTarget } = view;
  return goalTarget === null
    ? numberText(count)
    : `${numberText(count)} of ${numberText(goalTarget)}`;
}
