import type { Stores } from "../../adapters/stores.ts";
import { countTap } from "../../core/counters/taps/count-batch.ts";
import { repeat } from "./repeat.ts";

/** Between two people, in milliseconds; about one a second. */
const shortestMs = 600;
const longestMs = 1_400;

/** Taps one counter about once a second, mostly upwards, until the signal fires. */
export async function runLiveCounter(
  stores: Stores,
  key: { organizationId: string; counterId: string },
  signal: AbortSignal,
): Promise<void> {
  const waitMs = () => shortestMs + Math.random() * (longestMs - shortestMs);
  const tapOnce = () => {
    const direction = Math.random() < 0.7 ? "up" : "down";
    const tap = { direction, metadata: null } as const;
    return countTap(stores.taps, stores.clock, { key, tap });
  };
  await repeat(tapOnce, waitMs, signal);
}
