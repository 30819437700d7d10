import type { AlertRule } from "./alert.ts";

/** Places after the point of a goal; see `SettingText.goalTarget`. */
const goalPlaces = 12;

/** The capacity that an alert goes by: its own, or else its counter's goal or group's capacity. */
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
  // Without the sum, the ceiling of -0.5 is -0.
  if (rule.kind === "at_capacity") return Math.ceil(capacity) + 0;
  if (capacity < 0 || rule.percent === null) return undefined;
  return percentOf(rule.percent, capacity);
}

/** A count below this arms a fired alert again; a threshold that has sunk takes it along. */
export function rearmLevel({ rearmBelow }: Pick<AlertRule, "rearmBelow">, threshold: number) {
  return rearmBelow === null ? threshold : Math.min(rearmBelow, threshold);
}

// In whole numbers: 70 percent of 10 computed as 0.7 * 10 would be a little less or more than 7.
function percentOf(percent: number, capacity: number): number {
  const [whole = "0", places = ""] = capacity.toFixed(goalPlaces).split(".");
  const units = BigInt(whole + places) * BigInt(percent);
  const hundred = 100n * 10n ** BigInt(goalPlaces);
  return Number((units + hundred - 1n) / hundred);
}
