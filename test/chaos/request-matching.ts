import type { AttemptRecord } from "../../core/webhooks/delivery.ts";
import type { ReceivedRequest } from "./course.ts";

/*
 * Which request was which attempt? A request does not say. The record does: each recorded attempt
 * began `at` and took `durationMs`, by the clock of this same machine. So:
 *
 * 1. A recorded attempt is the last request that came between its beginning and its end and got the
 *    recorded response. When there is none, it is the first that came up to 2 s later, for the
 *    sender resolves and connects after `at`, and this process may be slow to notice; but not after
 *    the beginning of the next attempt. An attempt without a response may have no request: then
 *    nothing listened.
 * 2. A request that is no recorded attempt is one more copy of an attempt: of the one that was not
 *    over when it came, for an attempt is sent until its outcome is recorded. That is a duplicate.
 * 3. So a request between the end of an attempt and the time the next is due, or after the last
 *    attempt, is a copy of nothing: another chain was followed. The exception is the first
 *    attempt, whose message can exist twice when its event was dispatched twice: the second can
 *    have found no record and be sent just after the first has ended; up to a sender's timeout later
 *    where there was no retry.
 */

/** A recorded attempt with the request that came of it, if one came. */
export interface MatchedAttempt {
  attempt: AttemptRecord;
  startMs: number;
  endMs: number;
  request: ReceivedRequest | undefined;
}

export interface Matching {
  attempts: MatchedAttempt[];
  /** Requests that are no recorded attempt, in the order in which they came. */
  unrecorded: ReceivedRequest[];
}

/** How far two readings of the clock may be apart. */
export const toleranceMs = 50;
/** `at` is cut to milliseconds. */
const clockSlackMs = 5;
/** Between the recorded end of an attempt, and when this process may notice its request. */
export const noticeSlackMs = 2_000;

/** Finds the request of each recorded attempt. */
export function matchRequests(
  recorded: readonly AttemptRecord[],
  received: readonly ReceivedRequest[],
): Matching {
  const unrecorded = received.toSorted((a, b) => a.receivedAtMs - b.receivedAtMs);
  const attempts = recorded.map((attempt, index) => {
    const startMs = Date.parse(attempt.at);
    const endMs = startMs + attempt.durationMs;
    const next = recorded[index + 1];
    const latestMs = Math.min(
      endMs + noticeSlackMs,
      next ? Date.parse(next.at) - clockSlackMs : Infinity,
    );
    const fits = ({ receivedAtMs, status }: ReceivedRequest) =>
      receivedAtMs >= startMs - clockSlackMs &&
      receivedAtMs <= latestMs &&
      (attempt.status === undefined || attempt.status === status);
    const during = (request: ReceivedRequest) =>
      fits(request) && request.receivedAtMs <= endMs + toleranceMs;
    const inTime = unrecorded.findLastIndex(during);
    const found = inTime < 0 ? unrecorded.findIndex(fits) : inTime;
    const request = found < 0 ? undefined : unrecorded.splice(found, 1)[0];
    return { attempt, startMs, endMs, request };
  });
  return { attempts, unrecorded };
}
