import type { AlertRule } from "./alert.ts";

/** Places after the point of a goal; see `SettingText.goalTarget`. */
const goalPlaces = 12;

/** The capacity that applies: the alert's own, or else its counter's goal or group's capacity. */
export function capacityInForce(
  { capacity }: Pick<AlertRule, "capacity">,
  targetCapacity: number | null,
): number | null {
  return capacity ?? targetCapacity;
}

/**
 * The smallest whole count that reaches what the rule says. Undefined when the rule needs a
 * capacity and has none, or needs a percentage of a negative goal: such an alert sleeps.
 */
export function thresholdOf(
  rule: Pick<AlertRule, "kind" | "percent" | "at">,
  capacity: number | null,
): number | undefined {
  if (rule.kind === "absolute") return rule.at ?? undefined;
  if (capacity === null) return undefined;
  // `+ 0` turns -0, the ceiling of -0.5, into 0.
  if (rule.kind === "at_capacity") return Math.ceil(capacity) + 0;
  if (capacity < 0 || rule.percent === null) return undefined;
  return percentOf(rule.percent, capacity);
}

/** A count below this arms a fired alert again; never above the threshold. */
export function rearmLevel({ rearmBelow }: Pick<AlertRule, "rearmBelow">, threshold: number) {
  return rearmBelow === null ? threshold : Math.min(rearmBelow, threshold);
}

// In integers: 0.07 * 100 is 7.000000000000001, which would round up to 8.
function percentOf(percent: number, capacity: number): number {
  const [whole = "0", places = ""] = capacity.toFixed(goalPlaces).split(".");
  const units = BigInt(whole + places) * BigInt(percent);
  const hundred = 100n * 10n ** BigInt(goalPlaces);
  return Number((units + hundred - 1n) / hundred);
}
