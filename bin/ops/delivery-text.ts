import type { AttemptRecord, DeliveryRecord } from "../../core/delivery.ts";
import { deliveryKeyOf } from "../../core/delivery-id.ts";
import { shownState } from "../../core/delivery-state.ts";
import { visible } from "./visible.ts";

/** A delivery as a row of a table. */
export function deliveryRow(record: DeliveryRecord, nowMs: number) {
  const last = record.attempts.at(-1);
  return {
    id: record.deliveryId,
    state: shownState(record, nowMs),
    eventType: record.eventType,
    eventId: record.eventId,
    attempts: record.attempts.length,
    last: last === undefined ? null : brief(outcome(last)),
    lastAttemptAt: last?.at ?? null,
    nextAttemptAt: nextAt(record),
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
    nextAttempt: record.next?.attempt ?? null,
    nextAttemptAt: nextAt(record),
  };
}

/** An attempt as lines for people; what the receiver answered cannot steer a terminal. */
export function attemptLines(attempt: AttemptRecord): string[] {
  const heading =
    `attempt ${attempt.attempt}  ${attempt.at}  ` +
    `${attempt.durationMs.toLocaleString("en")} ms  ${visible(outcome(attempt))}`;
  const lines = (attempt.answer ?? "").split(/\r?\n/).filter((line) => line.trim() !== "");
  return [heading, ...lines.map((line) => `  | ${visible(line)}`)];
}

export function deliveries(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "delivery" : "deliveries"}`;
}

function outcome({ status, reason }: AttemptRecord): string {
  return status === undefined ? (reason ?? "no answer") : `HTTP ${status}`;
}

function nextAt({ next }: DeliveryRecord): string | null {
  return next === undefined ? null : new Date(next.dueMs).toISOString();
}

const longestBrief = 40;

// The table is wide already.
function brief(text: string): string {
  return text.length <= longestBrief ? text : `${text.slice(0, longestBrief - 1)}…`;
}
