import type { Clock } from "../clock.ts";
import type { CountEvent } from "./count-event.ts";
import type { Counter, CounterKey, CounterSettings } from "./counter.ts";
import { changeSettings, type SettingsChange } from "./settings-change.ts";
import { type Tap, type TapRefusal, tap } from "./tap.ts";

/** What became of one attempt to write a change that was made from a counter as it was read. */
export type WriteResult =
  | { result: "written" }
  /** Somebody else changed the counter first; `counter` is its newer state where it is known. */
  | { result: "conflict"; counter?: Counter }
  | { result: "repeated"; event: CountEvent };

export interface CountingStore {
  counter(key: CounterKey): Promise<Counter | undefined>;
  /** The first result under this idempotency key, if there is one. */
  earlierTap(key: CounterKey, idempotencyKey: string): Promise<CountEvent | undefined>;
  writeTap(change: TapChange): Promise<WriteResult>;
  writeSettings(change: { counter: Counter; change: SettingsChange }): Promise<WriteResult>;
}

export interface TapChange {
  counter: Counter;
  event: CountEvent;
  idempotencyKey?: string | undefined;
}

export interface TapRequest {
  key: CounterKey;
  tap: Tap;
  /** Makes a repetition of this tap answer with the first result instead of counting again. */
  idempotencyKey?: string | undefined;
  /** The counter as the caller last saw it; saves a read. */
  known?: Counter | undefined;
}

export type TapOutcome =
  | { result: "counted"; counter: Counter; event: CountEvent }
  | { result: "repeated"; event: CountEvent }
  | { result: "refused"; reason: TapRefusal; counter: Counter }
  | { result: "no_such_counter" };

/** Each attempt that loses means that another tap was counted, so this many losses are rare. */
const maximumAttempts = 100;

/** Counts one tap in one transaction. Throws, having counted nothing, if contention never ends. */
export async function countTap(
  store: CountingStore,
  clock: Clock,
  request: TapRequest,
): Promise<TapOutcome> {
  let counter = request.known ?? (await store.counter(request.key));
  for (let attempt = 1; attempt <= maximumAttempts; attempt += 1) {
    if (counter === undefined) return { result: "no_such_counter" };
    const result = tap(counter, request.tap, clock.now());
    if (result.result === "refused") {
      const earlier = await earlierTap(store, request);
      if (earlier !== undefined) return { result: "repeated", event: earlier };
      if (counter !== request.known) return { ...result, counter };
      // What the caller remembers can be out of date, for example after an unlock: look again.
      counter = await store.counter(request.key);
      continue;
    }
    const change = { counter: result.counter, event: result.event };
    const written = await store.writeTap({ ...change, idempotencyKey: request.idempotencyKey });
    if (written.result === "written") return { result: "counted", ...change };
    if (written.result === "repeated") return written;
    await clock.backOff(attempt);
    counter = written.counter ?? (await store.counter(request.key));
  }
  throw contended(request.key);
}

/** Changes settings; gives undefined when there is no such counter. Throws like countTap. */
export async function updateSettings(
  store: CountingStore,
  clock: Clock,
  request: { key: CounterKey; settings: CounterSettings },
): Promise<Counter | undefined> {
  let counter = await store.counter(request.key);
  for (let attempt = 1; attempt <= maximumAttempts; attempt += 1) {
    if (counter === undefined) return undefined;
    const changed = changeSettings(counter, request.settings, clock.now());
    const written = await store.writeSettings(changed);
    if (written.result === "written") return changed.counter;
    await clock.backOff(attempt);
    counter = await store.counter(request.key);
  }
  throw contended(request.key);
}

// A tap that was counted and then repeated must answer as it did, even if the counter was locked
// or has reached its bound in between.
async function earlierTap(store: CountingStore, request: TapRequest) {
  if (request.idempotencyKey === undefined) return undefined;
  return await store.earlierTap(request.key, request.idempotencyKey);
}

function contended({ counterId }: CounterKey): Error {
  return new Error(
    `counter ${counterId} was changed by others ${maximumAttempts} times in a row; try again`,
  );
}
