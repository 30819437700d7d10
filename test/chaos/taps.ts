import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { CounterKey } from "../../core/counters/counter.ts";
import { countTap } from "../../core/counters/taps/count-batch.ts";
import type { Direction } from "../../core/counters/taps/tap.ts";
import { Chance } from "../simulation/chance.ts";
import { adjust, type CorrectionOptions, Refused, undoTap, untilTold } from "./corrections.ts";

export interface TapOptions extends CorrectionOptions {
  seed: number;
  counters: CounterKey[];
  /** Taps; those that are undone and adjustments come on top. */
  events: number;
  /** Within which the events are spread evenly, as far as the service is up. */
  spreadMs: number;
}

/** What was not counted while the service was down is caught up on at this rate per tapper. */
const shortestPauseMs = 150;
const tappers = 6;
/** Taps in one direction; its height takes a counter across the levels of its alerts. */
const wave = 10;

/** Taps until so many events are counted, each repeated under its own key until there is a response. */
export async function tapAll(options: TapOptions): Promise<void> {
  const startedMs = Date.now();
  const tapped = new Map<string, number>();
  await Promise.all(
    Array.from({ length: tappers }, async (_, first) => {
      const chance = new Chance(options.seed + 1_000 + first);
      for (let number = first; number < options.events; number += tappers) {
        const dueMs = startedMs + (number / options.events) * options.spreadMs;
        const pauseMs = Math.max(dueMs - Date.now(), shortestPauseMs);
        await delay(pauseMs, undefined, { signal: options.stopping }).catch(() => {});
        if (options.stopping.aborted) return;
        const key = options.counters[Math.floor(chance.between(0, options.counters.length))];
        if (key === undefined) continue;
        const earlier = tapped.get(key.counterId) ?? 0;
        tapped.set(key.counterId, earlier + 1);
        const direction = directionAfter(earlier, chance);
        await tapUntilCounted(key, { direction, chance }, options);
      }
    }),
  );
}

/** Mostly up for a while, then mostly down: a counter goes above 0 and below it, again and again. */
function directionAfter(taps: number, chance: Chance): Direction {
  const rises = Math.floor((taps + wave / 2) / wave) % 2 === 0;
  return chance.happens(0.8) === rises ? "up" : "down";
}

/** Some taps are undone, a few of them before they are made. */
async function tapUntilCounted(
  key: CounterKey,
  { direction, chance }: { direction: Direction; chance: Chance },
  options: TapOptions,
): Promise<void> {
  const idempotencyKey = randomUUID();
  const tap = { direction, metadata: null };
  const isEarly = chance.happens(0.02);
  if (isEarly) await undoTap(key, idempotencyKey, options);
  const counted = await untilTold(options, async ({ stores: { taps, clock } }) => {
    const result = await countTap(taps, clock, { key, tap, idempotencyKey });
    if (result.result === "undone") return null;
    if (result.result === "counted" || result.result === "repeated") return result.event;
    throw new Refused(`a tap of ${key.counterId} was ${result.result}`);
  });
  if (counted === undefined) return;
  if (counted !== null) options.onCounted(counted);
  options.toldOf(key).taps.set(idempotencyKey, counted?.lastEventId ?? null);
  if (chance.happens(0.1) && !isEarly) await undoTap(key, idempotencyKey, options);
  if (chance.happens(0.04)) await adjust(key, Math.floor(chance.between(-4, 6)), options);
}
