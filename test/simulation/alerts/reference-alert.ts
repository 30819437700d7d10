/** An alert as the reference model keeps it: nothing here uses the code that it checks. */
export interface ReferenceAlert {
  id: string;
  scope: "counter" | "group";
  targetId: string;
  kind: "at_capacity" | "percent" | "absolute";
  percent: number | null;
  at: number | null;
  capacity: number | null;
  rearmBelow: number | null;
  paused: boolean;
  fired: boolean;
  epoch: number;
  /** Rises with every change of the state, also with one that is undone by the next count. */
  changes: number;
  /** Of a counter's alert: the newest count that is no longer to be evaluated. */
  position: number;
}

export interface Entitlement {
  enterprise: boolean;
  epoch: number;
  /** When the plan became what it is. */
  sinceMs: number;
}

export interface Step {
  previousLevel: number;
  level: number;
  /** The counter's goal or the group's capacity. */
  capacity: number | null;
  countedMs: number;
  /** True for a number that was set: it fires nothing, and the next tap decides. */
  isSet: boolean;
}

/** Applies one count; returns the threshold and capacity if the alert fires. */
export function step(
  alert: ReferenceAlert,
  { previousLevel, level, capacity: inherited, countedMs, isSet }: Step,
  { enterprise, epoch, sinceMs }: Entitlement,
): { threshold: number; capacity: number | null } | undefined {
  const capacity = alert.capacity ?? inherited;
  const threshold = thresholdFor(alert, capacity);
  if (!enterprise || alert.paused || threshold === null) return undefined;
  if (alert.epoch !== epoch) {
    // Only counts of after the return to Enterprise wake a counter's alert.
    if (alert.scope === "counter" && countedMs <= sinceMs) return undefined;
    alert.epoch = epoch;
    alert.fired = previousLevel >= threshold;
    alert.changes += 1;
  }
  if (!alert.fired && level >= threshold && !isSet) {
    alert.fired = true;
    alert.changes += 1;
    return { threshold, capacity };
  }
  const rearmBelow = alert.rearmBelow ?? threshold;
  if (alert.fired && level < threshold && level < rearmBelow) {
    alert.fired = false;
    alert.changes += 1;
  }
  return undefined;
}

/** Whether a level that is there already means that the alert has fired. */
export function isReached(
  alert: ReferenceAlert,
  level: number,
  inherited: number | null,
): boolean | undefined {
  const threshold = thresholdFor(alert, alert.capacity ?? inherited);
  return threshold === null ? undefined : level >= threshold;
}

function thresholdFor(
  { kind, percent, at }: ReferenceAlert,
  capacity: number | null,
): number | null {
  if (kind === "absolute") return at;
  if (capacity === null || (kind === "percent" && capacity < 0)) return null;
  const [numerator, denominator] = fractionOf(capacity);
  if (kind === "at_capacity") return ceiling(numerator, denominator);
  return ceiling(numerator * BigInt(percent ?? 0), denominator * 100n);
}

/** The decimal that a number is written as, as a fraction: 12.5 is 125 / 10. */
function fractionOf(decimal: number): [bigint, bigint] {
  const [whole = "", places = ""] = String(decimal).split(".");
  return [BigInt(whole + places), 10n ** BigInt(places.length)];
}

function ceiling(numerator: bigint, denominator: bigint): number {
  const quotient = numerator / denominator;
  return Number(quotient * denominator < numerator ? quotient + 1n : quotient);
}
