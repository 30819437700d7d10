import type { Counter } from "../counters/counter.ts";

/** All that an embed learns: what it shows of its counter or group, and of the organization only the language. */
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

/** From this share of a capacity on it is almost full, where nothing else is set. */
export const almostFullPercent = 90;

/**
 * A level as people see it. Beside a capacity it says how many people are in a place, which cannot be
 * fewer than none: 0 stands for less. Integrators are sent the level as it is; see decision 231.
 */
export function shownLevel<Level extends number | string>(level: Level, capacity: number | null) {
  return capacity !== null && Number(level) < 0 ? 0 : level;
}

export interface GoalProgress {
  /** From 0 to 100, not rounded. */
  percent: number;
  isReached: boolean;
}

/**
 * How much of a goal is reached; a goal below zero is counted down to. Null for a goal of zero, of which
 * there is no share. Whoever writes the percent rounds it down: 100 % means that the goal is reached.
 */
export function goalProgress(count: number, goal: number): GoalProgress | null {
  if (goal === 0) return null;
  const share = count / goal;
  return { percent: Math.max(0, Math.min(100, 100 * share)), isReached: share >= 1 };
}
