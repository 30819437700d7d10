import type { AlertRule } from "./alert.ts";
import { capacityInForce, thresholdOf } from "./threshold.ts";

/** The fields of a rule that an operator sets; absent fields stay as they are. */
export interface RuleChange {
  kind?: AlertRule["kind"];
  percent?: number | null;
  at?: number | null;
  capacity?: number | null;
  rearmBelow?: number | null;
}

/** A field that this kind requires and is null, or does not take and is set. */
export type RuleMistake = "percent_missing" | "at_missing" | "percent_unused" | "at_unused";

export type RuleRefusal =
  | { reason: RuleMistake; kind: AlertRule["kind"] }
  /** The rule needs a capacity, and neither the alert nor what it watches has one. */
  | { reason: "no_capacity" }
  | { reason: "negative_capacity"; capacity: number }
  | { reason: "rearm_above_threshold"; threshold: number };

/** A rule of this kind with all other fields null. */
export function bareRule(kind: AlertRule["kind"]): AlertRule {
  return { kind, percent: null, at: null, capacity: null, rearmBelow: null };
}

/** The rule with a change. Percent and level belong to their kind: another kind drops them. */
export function changeRule(rule: AlertRule, change: RuleChange): AlertRule {
  const { kind = rule.kind } = change;
  const { capacity, rearmBelow } = rule;
  const before = kind === rule.kind ? rule : { ...bareRule(kind), capacity, rearmBelow };
  return { ...before, ...change };
}

/** What is wrong with a rule, whatever it watches. */
export function ruleMistake({ kind, percent, at }: AlertRule): RuleMistake | undefined {
  if (kind !== "percent" && percent !== null) return "percent_unused";
  if (kind !== "absolute" && at !== null) return "at_unused";
  if (kind === "percent" && percent === null) return "percent_missing";
  if (kind === "absolute" && at === null) return "at_missing";
  return undefined;
}

/**
 * The threshold of a rule on something with this capacity, or why the rule is refused there. The
 * refusals are those of an operator's change; a capacity that changes later only puts it to sleep.
 */
export function checkRule(
  rule: AlertRule,
  targetCapacity: number | null,
): { threshold: number } | { refusal: RuleRefusal } {
  const mistake = ruleMistake(rule);
  if (mistake !== undefined) return { refusal: { reason: mistake, kind: rule.kind } };
  const capacity = capacityInForce(rule, targetCapacity);
  const threshold = thresholdOf(rule, capacity);
  if (threshold === undefined) return { refusal: missingThresholdReason(capacity) };
  if (rule.rearmBelow !== null && rule.rearmBelow > threshold) {
    return { refusal: { reason: "rearm_above_threshold", threshold } };
  }
  return { threshold };
}

/** Why a rule without mistakes has no threshold at this capacity. */
export function missingThresholdReason(
  capacity: number | null,
): Extract<RuleRefusal, { reason: "no_capacity" | "negative_capacity" }> {
  return capacity === null ? { reason: "no_capacity" } : { reason: "negative_capacity", capacity };
}
