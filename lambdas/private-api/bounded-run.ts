import type { Clock } from "../../core/clock.ts";
import type { RunControl } from "../../core/counters/taps/tap-run.ts";

/**
 * How long one request works before it ends the step that it is in, in milliseconds. A step is several
 * calls to AWS, each of which can take 6 s or more; the function's timeout leaves room for them.
 */
export const workMs = 5_000;

/** The part of a long run that one request does; the same request again continues it. */
export interface BoundedRun extends RunControl {
  /** How many the request has done. */
  readonly done: number;
}

/**
 * A run that stops after `maximum`, or once the request has worked for 5 s and has ended a step: how
 * long a step takes depends on DynamoDB, and a function that times out says nothing of its work.
 */
export function boundedRun({ now }: Pick<Clock, "now">, maximum: number): BoundedRun {
  const untilMs = now() + workMs;
  let done = 0;
  let hasEndedStep = false;
  return {
    get done() {
      return done;
    },
    onProgress(soFar) {
      done = soFar;
      hasEndedStep = true;
    },
    isStopped: () => done >= maximum || (hasEndedStep && now() >= untilMs),
  };
}
