import { setTimeout } from "node:timers/promises";
import type { Clock } from "../core/clock.ts";

/** The clock of this machine, and random waits that grow exponentially. */
export const systemClock: Clock = clockWithWaits({ firstMs: 5, longestMs: 200 });

/**
 * The same with longer waits, for large transactions that many write at once: what a refused one
 * costs is lost, so fewer of them should meet.
 */
export const patientClock: Clock = clockWithWaits({ firstMs: 100, longestMs: 1_000 });

function clockWithWaits({ firstMs, longestMs }: { firstMs: number; longestMs: number }): Clock {
  return {
    now: Date.now,
    async backOff(conflicts) {
      const ceilingMs = Math.min(longestMs, firstMs * 2 ** (conflicts - 1));
      await setTimeout(Math.random() * ceilingMs);
    },
  };
}
