interface GoalProgress {
  /** From 0 to 100. */
  percent: number;
  isReached: boolean;
}

/**
 * How much of a goal is reached, in percent, as embeds say it: a goal below zero is counted down to.
 * Null for a goal of zero, of which there is no share.
 */
export function goalProgress(count: number, goal: number): GoalProgress | null {
  if (goal === 0) return null;
  const share = count / goal;
  return { percent: Math.max(0, Math.min(100, 100 * share)), isReached: share >= 1 };
}
