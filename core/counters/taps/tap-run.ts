import type { Clock } from "../../clock.ts";
import type { CountEvent } from "../count-event.ts";
import type { CounterKey, StoredCounter } from "../counter.ts";
import { type CountResult, countTap, type TapStore } from "./count-batch.ts";
import type { Tap } from "./tap.ts";

/** Reports the progress of a long run, and stops it between two steps. */
export interface RunControl {
  onProgress(done: number, total: number): void;
  isStopped(): boolean;
}

export interface TapRun {
  key: CounterKey;
  tap: Tap;
  times: number;
  /** Tap number i is counted under `<idempotencyKey>/<i>`. */
  idempotencyKey?: string | undefined;
  /** The counter as the caller last saw it; saves a read. */
  known?: StoredCounter | undefined;
}

export type TapRunResult =
  /** `event` is the last one; `repeated` taps had been counted by an earlier run. */
  | { result: "counted"; event: CountEvent; counted: number; repeated: number }
  /** `done`: how many taps the run has counted or found counted before it ended. */
  | { result: "stopped"; done: number }
  | (Exclude<CountResult, { result: "counted" | "repeated" }> & { done: number });

/** Counts a tap `times` times, one after the other; throws like countTap. */
export async function tapOneByOne(
  { taps, clock }: { taps: TapStore; clock: Clock },
  { key, tap, times, idempotencyKey, known: before }: TapRun,
  { onProgress, isStopped }: RunControl,
): Promise<TapRunResult> {
  let known = before;
  let event: CountEvent | undefined;
  let repeated = 0;
  for (let done = 0; done < times; onProgress(++done, times)) {
    if (isStopped()) return { result: "stopped", done };
    const keyOfTap = idempotencyKey && `${idempotencyKey}/${done + 1}`;
    const request = { key, tap, idempotencyKey: keyOfTap, known };
    const result = await countTap(taps, clock, request);
    if (result.result !== "counted" && result.result !== "repeated") return { ...result, done };
    if (result.result === "counted") known = result.counter;
    else repeated += 1;
    event = result.event;
  }
  if (event === undefined) throw new Error("a run has at least one tap");
  return { result: "counted", event, counted: times - repeated, repeated };
}
