import type { Stores } from "../../adapters/stores.ts";
import { countTap } from "../../core/counters/taps/count-batch.ts";
import { liveMetadata } from "./live-metadata.ts";
import { repeat } from "./repeat.ts";

/** Between two people, in milliseconds: about one a second while somebody has just begun to look. */
const first = { shortestMs: 600, longestMs: 1_400, untilMs: 120_000 };
/** Afterwards, so that a day has no more visitors than a museum can have. */
const later = { shortestMs: 5_000, longestMs: 25_000 };

/** How many people are usually in, and how far the number goes from that. */
const usualLevel = 60;
const spread = 40;

/** Taps one counter now and then, around its usual level, until the signal fires. */
export async function runLiveCounter(
  stores: Stores,
  key: { organizationId: string; counterId: string },
  signal: AbortSignal,
): Promise<void> {
  const startedMs = stores.clock.now();
  // Until it is known; so the first tap is up.
  let level = 0;
  const waitMs = () => {
    const isFirst = stores.clock.now() - startedMs < first.untilMs;
    const { shortestMs, longestMs } = isFirst ? first : later;
    return shortestMs + Math.random() * (longestMs - shortestMs);
  };
  const metadataOf = liveMetadata(stores, key);
  const tapOnce = async () => {
    const direction = Math.random() < shareUp(level) ? "up" : "down";
    const tap = { direction, metadata: await metadataOf() } as const;
    const result = await countTap(stores.taps, stores.clock, { key, tap });
    if (result.result === "counted") level = result.counter.count;
  };
  await repeat(tapOnce, waitMs, signal);
}

/** The share of people who come rather than leave: the fuller the museum, the more leave. */
export function shareUp(level: number): number {
  if (level <= 0) return 1;
  return Math.min(0.9, Math.max(0.1, 0.5 + (usualLevel - level) / spread / 2));
}
