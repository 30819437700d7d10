import type { Clock } from "../../core/clock.ts";
import type { RunControl } from "../../core/counters/taps/tap-run.ts";

/**
 * One request works so long, and then ends the step that it is in: milliseconds. A step takes some
 * 6 s at the most, three attempts of the SDK.
 */
export const workMs = 5_000;

/** What one request does of a long run; the same request again does more. */
export interface BoundedRun extends RunControl {
  /** How many the request has done. */
  readonly done: number;
}

/**
 * A run that stops after `maximum`, or once the request has worked for 5 s and has done something:
 * how long a step takes depends on DynamoDB, and a function that times out says nothing of its work.
 */
export function boundedRun({ now }: Pick<Clock, "now">, maximum: number): BoundedRun {
  const untilMs = now() + workMs;
  let done = 0;
  return {
    get done() {
      return done;
    },
    onProgress(soFar) {
      done = soFar;
    },
    isStopped: () => done >= maximum || (done > 0 && now() >= untilMs),
  };
}
