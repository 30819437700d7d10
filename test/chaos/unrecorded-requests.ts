import { attemptNeedsMs } from "../../adapters/webhooks/attempt-sender.ts";
import type { ChaosFinding, Course, ExpectedDelivery, ReceivedRequest } from "./course.ts";
import {
  type MatchedAttempt,
  type Matching,
  noticeSlackMs,
  toleranceMs,
} from "./request-matching.ts";

/** What a sender waits for a response at most. */
const timeoutMs = 10_000;
/** Until a response is recorded, calls to the tables that are repeated included. */
const recordingMs = 3_000;
/** A request is noticed here when its sender may be dead already. */
const noticeMs = 1_000;
/** Within which a request is sent again whose connection was broken. */
const atOnceMs = 3_000;
/** How long after its counting an event may be in a batch that is dispatched, a restart included. */
const dispatchMs = 60_000;
/**
 * The message of a sender that was killed is received again after its visibility timeout. Its request
 * was sent while enough of that was left for an attempt, so what follows sooner is another message; 2 s
 * are for the way to the receiver.
 */
const apartMs = attemptNeedsMs - 2_000;

type Judged =
  | Extract<ChaosFinding, { what: "duplicate" }>
  | { what: "retried twice in parallel" | "early" | "unexplained"; text: string };

/**
 * Judges the requests that are no recorded attempt, see request-matching.ts: each must be a copy of
 * an attempt, and there must be a reason why that attempt was sent more than once:
 *
 * - its sender was killed before it could record the attempt, or the tables were: then the attempt
 *   is sent again 14 s later or more, by the same message;
 * - its sender said that it could not record it, because the tables did not answer in time;
 * - a first attempt: its event was dispatched again, because the dispatching function was killed;
 * - the receiver broke a connection, and the request was sent again at once on a fresh one.
 */
export function judgeUnrecorded(
  delivery: ExpectedDelivery,
  { attempts, unrecorded }: Matching,
  course: Course,
): Judged[] {
  return unrecorded.map((request, index) => {
    const following = unrecorded.slice(index + 1);
    const judged = copiedAttempts(attempts, request).map((copied) => {
      if (copied === attempts[0])
        return judgeFirst({ delivery, copied, request, following }, course);
      const dueMs = dueOf(attempts, copied, course);
      return judgeRetry({ delivery, copied, request, following, dueMs }, course);
    });
    return (
      judged.find(({ what }) => what === "duplicate") ??
      lateFirst(delivery, { attempts, request }, course) ??
      judged[0] ?? {
        what: "retried twice in parallel",
        text: `came at ${timeOf(request)}, after its end`,
      }
    );
  });
}

/**
 * On a busy machine a second first message can have found no record, and reach the receiver long
 * after the first: at most a sender's timeout. Once a retry was sent, it may be another chain's.
 */
function lateFirst(
  delivery: ExpectedDelivery,
  { attempts, request }: { attempts: readonly MatchedAttempt[]; request: ReceivedRequest },
  course: Course,
): Judged | undefined {
  const [first, retry] = attempts;
  const untilMs = Math.min((first?.endMs ?? -Infinity) + timeoutMs, retry?.startMs ?? Infinity);
  const isLate = request.receivedAtMs <= untilMs && wasDispatchedAgain(delivery, request, course);
  return isLate ? { what: "duplicate", by: "dispatched twice" } : undefined;
}

interface Copy {
  delivery: ExpectedDelivery;
  copied: MatchedAttempt;
  request: ReceivedRequest;
  following: ReceivedRequest[];
}

function judgeFirst(copy: Copy, course: Course): Judged {
  const { delivery, request } = copy;
  if (wasBroken(copy, course)) return { what: "duplicate", by: "connection broken" };
  if (comesAgainMuchLater(copy) && senderWasKilled(request, course))
    return { what: "duplicate", by: "handler killed" };
  if (wasUnhandled(request, course)) return { what: "duplicate", by: "not recorded" };
  if (wasDispatchedAgain(delivery, request, course))
    return { what: "duplicate", by: "dispatched twice" };
  return { what: "unexplained", text: `was sent for the first time again at ${timeOf(request)}` };
}

function judgeRetry(copy: Copy & { dueMs: number }, course: Course): Judged {
  const { copied, request, dueMs } = copy;
  const text = `attempt ${copied.attempt.attempt} was sent once more at ${timeOf(request)}`;
  if (request.receivedAtMs < dueMs - toleranceMs) return { what: "early", text: `${text}, early` };
  if (wasBroken(copy, course)) return { what: "duplicate", by: "connection broken" };
  if (!comesAgainMuchLater(copy))
    return { what: "retried twice in parallel", text: `${text}, by two at once` };
  if (senderWasKilled(request, course)) return { what: "duplicate", by: "handler killed" };
  if (wasUnhandled(request, course)) return { what: "duplicate", by: "not recorded" };
  return { what: "unexplained", text };
}

/** The attempt that was not over when the request came; perhaps the first, when it was just over. */
function copiedAttempts(
  attempts: readonly MatchedAttempt[],
  { receivedAtMs }: ReceivedRequest,
): MatchedAttempt[] {
  const open = attempts.find(({ endMs }) => receivedAtMs <= endMs);
  const [first] = attempts;
  const late = first !== open && first !== undefined && receivedAtMs <= first.endMs + noticeSlackMs;
  return [...(open ? [open] : []), ...(late ? [first] : [])];
}

function timeOf({ receivedAtMs }: ReceivedRequest): string {
  return new Date(receivedAtMs).toISOString().slice(11, 23);
}

/** Whether the attempt was sent again, and so late that it can have been by the same message. */
function comesAgainMuchLater({ copied, request: { receivedAtMs }, following }: Copy): boolean {
  const copies = [copied.startMs, ...following.map((request) => request.receivedAtMs)];
  const later = copies.filter((ms) => ms > receivedAtMs);
  return later.length > 0 && later.every((ms) => ms >= receivedAtMs + apartMs);
}

/** When an attempt may begin; the first at any time. */
function dueOf(
  attempts: readonly MatchedAttempt[],
  { attempt: { attempt } }: MatchedAttempt,
  { retryDelays }: Course,
): number {
  const before = attempts.find((one) => one.attempt.attempt === attempt - 1);
  return before === undefined ? 0 : before.endMs + (retryDelays[attempt - 2] ?? 0) * 1_000;
}

/** A copy followed at once, and between the two the receiver broke a connection. */
function wasBroken({ copied, request, following }: Copy, { breaks }: Course): boolean {
  const { path, receivedAtMs } = request;
  const copies = [...(copied.request ? [copied.request] : []), ...following];
  const next = copies.map((copy) => copy.receivedAtMs).filter((ms) => ms >= receivedAtMs);
  const nextMs = Math.min(...next);
  return (
    nextMs <= receivedAtMs + atOnceMs &&
    breaks.some((one) => one.path === path && one.atMs >= receivedAtMs && one.atMs <= nextMs)
  );
}

function senderWasKilled({ receivedAtMs, hangMs }: ReceivedRequest, { faults }: Course): boolean {
  const respondedMs = receivedAtMs + Math.min(hangMs, timeoutMs);
  return faults.some(
    ({ victim, atMs }) =>
      !["dispatch-events", "evaluate-alerts"].includes(victim) &&
      atMs >= receivedAtMs - noticeMs &&
      atMs <= respondedMs + recordingMs,
  );
}

function wasUnhandled({ deliveryId, receivedAtMs }: ReceivedRequest, { unhandled }: Course) {
  return unhandled.some(
    (one) =>
      one.deliveryId === deliveryId &&
      one.atMs >= receivedAtMs - noticeMs &&
      one.atMs <= receivedAtMs + timeoutMs + attemptNeedsMs,
  );
}

function wasDispatchedAgain(
  { createdAtMs }: ExpectedDelivery,
  { receivedAtMs }: ReceivedRequest,
  { faults }: Course,
): boolean {
  return faults.some(
    ({ victim, atMs }) =>
      !["deliver-webhook", "evaluate-alerts"].includes(victim) &&
      atMs >= createdAtMs &&
      atMs <= Math.min(createdAtMs + dispatchMs, receivedAtMs + noticeMs),
  );
}
