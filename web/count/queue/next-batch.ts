import { knownForMs } from "../../../core/counters/taps/tap-limits.ts";
import { countingKey, type DeviceTap, isUndo, isWaiting } from "./device-tap.ts";

export interface BatchLimits {
  nowMs: number;
  /** At most `maximumBatch`. */
  size: number;
  /** False for taps whose credential cannot be used now. */
  sendable(tap: DeviceTap): boolean;
  /** The counting keys whose taps go first: what a person looks at. */
  preferredKeys?: readonly string[] | undefined;
}

/**
 * The taps or the undos that go up next, oldest first and all of one counting key; none while nothing
 * can be sent. `taps` are sorted by `order`.
 */
export function nextBatch(taps: readonly DeviceTap[], limits: BatchLimits): DeviceTap[] {
  const { nowMs, size, sendable, preferredKeys = [] } = limits;
  const ready = (tap: DeviceTap) => isWaiting(tap) && !isTooOld(tap, nowMs) && sendable(tap);
  const first =
    taps.find((tap) => preferredKeys.includes(countingKey(tap)) && ready(tap)) ?? taps.find(ready);
  if (first === undefined) return [];
  const key = countingKey(first);
  const batch: DeviceTap[] = [];
  for (const tap of taps) {
    if (countingKey(tap) !== key || !ready(tap)) continue;
    if (isUndo(tap) !== isUndo(first)) break;
    batch.push(tap);
    if (batch.length === size) break;
  }
  return batch;
}

/**
 * True for a tap that was sent so long ago that the service could count it twice: a person decides.
 * A tap that never left the device is never too old. Of an undo, the service itself says so.
 */
export function isTooOld(tap: DeviceTap, nowMs: number): boolean {
  if (isUndo(tap) || !isWaiting(tap) || tap.sentAtMs === null) return false;
  return nowMs - tap.sentAtMs > knownForMs;
}

/** The counting key of taps that go up together. */
export function keyOfBatch([first]: readonly DeviceTap[]): string {
  return first === undefined ? "" : countingKey(first);
}
