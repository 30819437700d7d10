import { setTimeout } from "node:timers/promises";
import type { Clock } from "../core/clock.ts";

const firstWaitMs = 5;
const longestWaitMs = 200;

/** The clock of this machine, and random waits that grow exponentially. */
export const systemClock: Clock = {
  now: Date.now,
  async backOff(conflicts) {
    const ceilingMs = Math.min(longestWaitMs, firstWaitMs * 2 ** (conflicts - 1));
    await setTimeout(Math.random() * ceilingMs);
  },
};
