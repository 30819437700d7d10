import type { AttemptRecord, DeliveryRecord } from "../../../core/webhooks/delivery.ts";
import { deliveryKeyOf } from "../../../core/webhooks/delivery-id.ts";
import { isBeingSent, shownState } from "../../../core/webhooks/delivery-state.ts";
import { escapeControls } from "../terminal/escape-controls.ts";

/** A delivery as a row of a table. */
export function deliveryRow(record: DeliveryRecord, nowMs: number) {
  const last = record.attempts.at(-1);
  return {
    id: record.deliveryId,
    state: shownState(record, nowMs),
    eventType: record.eventType,
    eventId: record.eventId,
    attempts: record.attempts.length,
    last: last === undefined ? null : outcome(last),
    lastAttemptAt: last?.at ?? null,
    ...nextOf(record, nowMs),
  };
}

/** A delivery as a thing of its own, without its attempts. */
export function deliveryThing(record: DeliveryRecord, nowMs: number) {
  return {
    id: record.deliveryId,
    state: shownState(record, nowMs),
    eventId: record.eventId,
    eventType: record.eventType,
    organizationId: record.organizationId,
    endpointId: deliveryKeyOf(record.deliveryId)?.endpointId ?? null,
    ...nextOf(record, nowMs),
  };
}

/** What happened to a delivery, for people, and what is happening now. */
export function historyLines(record: DeliveryRecord, nowMs: number): string[] {
  const { attempts, next } = record;
  const lines = attempts.flatMap((attempt) => [
    ...(attempt.resentAt === undefined ? [] : [resentLine(attempt.resentAt)]),
    ...attemptLines(attempt),
  ]);
  // A first attempt that is still to come is one of a fresh schedule.
  if (next?.attempt === 1) lines.push(resentLine(new Date(next.dueMs).toISOString()));
  if (next && isBeingSent(record, nowMs)) lines.push(`attempt ${next.attempt}  under way`);
  return lines;
}

function resentLine(at: string): string {
  return `— sent again by hand ${at} —`;
}

/** An attempt as lines for people; what the receiver answered cannot steer a terminal. */
function attemptLines(attempt: AttemptRecord): string[] {
  const heading =
    `attempt ${attempt.attempt}  ${attempt.at}  ` +
    `${attempt.durationMs.toLocaleString("en")} ms  ${escapeControls(outcome(attempt))}`;
  const lines = (attempt.answer ?? "").split(/\r?\n/).filter((line) => line.trim() !== "");
  return [heading, ...lines.map((line) => `  | ${escapeControls(line)}`)];
}

function outcome({ status, reason }: AttemptRecord): string {
  return status === undefined ? (reason ?? "no answer") : `HTTP ${status}`;
}

/** An attempt is under way or still to come: it is never both. */
function nextOf(record: DeliveryRecord, nowMs: number) {
  const { next } = record;
  const sending = isBeingSent(record, nowMs);
  const waiting = sending ? undefined : next;
  return {
    attemptUnderWay: sending ? (next?.attempt ?? null) : null,
    nextAttempt: waiting?.attempt ?? null,
    nextAttemptAt: waiting === undefined ? null : new Date(waiting.dueMs).toISOString(),
  };
}
