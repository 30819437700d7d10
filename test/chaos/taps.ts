import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { CountEvent } from "../../core/counters/count-event.ts";
import type { CounterKey } from "../../core/counters/counter.ts";
import { countTap } from "../../core/counters/taps/count-batch.ts";
import type { Direction } from "../../core/counters/taps/tap.ts";
import { Chance } from "../simulation/chance.ts";
import type { StackProcess } from "./stack-process.ts";

export interface TapOptions {
  seed: number;
  stack: StackProcess;
  counters: CounterKey[];
  events: number;
  /** Within which the events are spread evenly, as far as the service is up. */
  spreadMs: number;
  stopping: AbortSignal;
  /** Called with each event that was acknowledged. */
  onCounted(event: CountEvent): void;
}

/** What was not counted while the service was down is caught up on at this rate per tapper. */
const shortestPauseMs = 150;
const tappers = 6;
const retryPauseMs = 250;
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
        await tapUntilCounted(key, directionAfter(earlier, chance), options);
      }
    }),
  );
}

/** Mostly up for a while, then mostly down: a counter goes above 0 and below it, again and again. */
function directionAfter(taps: number, chance: Chance): Direction {
  const rises = Math.floor((taps + wave / 2) / wave) % 2 === 0;
  return chance.happens(0.8) === rises ? "up" : "down";
}

async function tapUntilCounted(
  key: CounterKey,
  direction: Direction,
  { stack, stopping, onCounted }: TapOptions,
): Promise<void> {
  const idempotencyKey = randomUUID();
  while (!stopping.aborted) {
    const event = await tapOnce({ key, direction, idempotencyKey }, stack);
    if (event !== undefined) {
      onCounted(event);
      return;
    }
    await delay(retryPauseMs);
  }
}

/** Undefined when nobody knows whether it was counted. */
async function tapOnce(
  { key, direction, idempotencyKey }: TapOf,
  stack: StackProcess,
): Promise<CountEvent | undefined> {
  const { taps, clock } = (await stack.running()).stores;
  const tap = { direction, metadata: null };
  try {
    const result = await countTap(taps, clock, {
      key,
      tap,
      idempotencyKey,
    });
    if (result.result === "counted" || result.result === "repeated") return result.event;
    throw new RefusedTap(`a tap of ${key.counterId} was ${result.result}`);
  } catch (error) {
    if (error instanceof RefusedTap) throw error;
    return undefined;
  }
}

interface TapOf {
  key: CounterKey;
  direction: Direction;
  idempotencyKey: string;
}

class RefusedTap extends Error {}
