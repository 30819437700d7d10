import { knownForMs } from "../../../core/counters/taps/tap-limits.ts";
import { countingKey, type DeviceTap } from "./device-tap.ts";

export interface BatchLimits {
  nowMs: number;
  /** At most `maximumBatch`. */
  size: number;
  /** False for taps whose credential cannot be used now. */
  sendable(tap: DeviceTap): boolean;
  /** The counting key whose taps go first: what a person looks at. */
  preferredKey?: string | undefined;
}

/**
 * The taps that go up next, oldest first and all of one counting key; none while nothing can be
 * sent. `taps` are sorted by `order`.
 */
export function nextBatch(taps: readonly DeviceTap[], limits: BatchLimits): DeviceTap[] {
  const { nowMs, size, sendable, preferredKey } = limits;
  const ready = (tap: DeviceTap) => tap.kept === null && !isTooOld(tap, nowMs) && sendable(tap);
  const first =
    taps.find((tap) => countingKey(tap) === preferredKey && ready(tap)) ?? taps.find(ready);
  if (first === undefined) return [];
  const key = countingKey(first);
  const batch: DeviceTap[] = [];
  for (const tap of taps) {
    if (countingKey(tap) === key && ready(tap)) batch.push(tap);
    if (batch.length === size) break;
  }
  return batch;
}

/**
 * True for a tap that was sent so long ago that the service could count it twice: a person decides.
 * A tap that never left the device is never too old.
 */
export function isTooOld({ sentAtMs, kept }: DeviceTap, nowMs: number): boolean {
  return kept === null && sentAtMs !== null && nowMs - sentAtMs > knownForMs;
}

/** The counting key of taps that go up together. */
export function keyOfBatch([first]: readonly DeviceTap[]): string {
  return first === undefined ? "" : countingKey(first);
}
