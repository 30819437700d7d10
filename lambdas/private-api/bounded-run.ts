import type { Clock } from "../../core/clock.ts";
import type { RunControl } from "../../core/counters/taps/tap-run.ts";
import type { DeletionControl } from "../../core/data/deletion.ts";

/**
 * How long one request works before it ends the step that it is in, in milliseconds. A step is several
 * calls to AWS, each of which can take 6 s or more; the function's timeout leaves room for them.
 */
export const workMs = 5_000;

/**
 * The part of a long run that one request does; the same request again continues it. It stops after
 * `maximum`, or once the request has worked for 5 s and has ended a step: how long a step takes depends
 * on DynamoDB, and a function that times out says nothing of its work.
 */
export function boundedRun({ now }: Pick<Clock, "now">, maximum: number): RunControl {
  const untilMs = now() + workMs;
  let done = 0;
  let hasEndedStep = false;
  return {
    onProgress(soFar) {
      done = soFar;
      hasEndedStep = true;
    },
    isStopped: () => done >= maximum || (hasEndedStep && now() >= untilMs),
  };
}

/** How long one request may look for something to do, in milliseconds. */
export const searchMs = 12_000;

/** Stops once the request has worked for 5 s and has come further than the one before. */
export function boundedSearch({ now }: Pick<Clock, "now">) {
  const startMs = now();
  let isFurther = false;
  return {
    onProgress(further: boolean) {
      isFurther ||= further;
    },
    isStopped: () => now() >= startMs + (isFurther ? workMs : searchMs),
  };
}

/**
 * A deletion that stops once the request has worked for 5 s and has removed something. Each request
 * first passes over the parts that are empty already, a call or more for each: if DynamoDB is slow,
 * these alone take 5 s; otherwise no request would get past those parts.
 */
export function boundedDeletion(clock: Pick<Clock, "now">): DeletionControl {
  const { onProgress, isStopped } = boundedSearch(clock);
  return { onProgress: (_part, removed) => onProgress(removed > 0), isStopped };
}
