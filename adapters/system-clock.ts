import { setTimeout } from "node:timers/promises";
import type { Clock, WaitingClock } from "../core/clock.ts";

/** The clock of this machine, and random waits that grow exponentially. */
export const systemClock: Clock = clockWithWaits({ firstMs: 5, longestMs: 200 });

/**
 * The same with longer waits: for what is throttled, and for large transactions that many write at
 * once. What a refused one costs is lost, so fewer of them should meet.
 */
export const patientClock: WaitingClock = clockWithWaits({ firstMs: 100, longestMs: 1_000 });

function clockWithWaits({
  firstMs,
  longestMs,
}: {
  firstMs: number;
  longestMs: number;
}): WaitingClock {
  return {
    now: Date.now,
    async sleepUntil(timeMs) {
      const ms = timeMs - Date.now();
      if (ms > 0) await setTimeout(ms);
    },
    async backOff(conflicts) {
      const ceilingMs = Math.min(longestMs, firstMs * 2 ** (conflicts - 1));
      await setTimeout(Math.random() * ceilingMs);
    },
  };
}
