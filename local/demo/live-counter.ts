import { setTimeout } from "node:timers/promises";
import { countTap } from "../../core/counters/counting.ts";
import type { DemoPorts } from "./demo-ports.ts";

/** Between two people, in milliseconds; about one a second. */
const shortestMs = 600;
const longestMs = 1_400;

/** Taps one counter about once a second, mostly upwards, until the signal fires. */
export async function runLiveCounter(
  ports: DemoPorts,
  key: { organizationId: string; counterId: string },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await setTimeout(shortestMs + Math.random() * (longestMs - shortestMs), undefined, {
      signal,
    }).catch(() => {});
    if (signal.aborted) return;
    const direction = Math.random() < 0.7 ? "up" : "down";
    const tap = { direction, metadata: null } as const;
    // A failed tap of the demo must not end the service: the next one follows in a second.
    await countTap(ports.counting, ports.clock, { key, tap }).catch(() => {});
  }
}
