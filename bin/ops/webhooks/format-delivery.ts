import { planIncludesWebhooks } from "../../../core/organizations/plan.ts";
import {
  type AttemptRecord,
  type DeliveryRecord,
  isBeingSent,
  shownState,
} from "../../../core/webhooks/delivery.ts";
import { deliveryKeyOf } from "../../../core/webhooks/delivery-id.ts";
import type { DeliveryEndpoint } from "../../../core/webhooks/resend.ts";
import type { WebhookRequest } from "../../../core/webhooks/signed-request.ts";
import { escapeControls } from "../terminal/escape-controls.ts";
import { hint } from "../terminal/invocation.ts";

/** A delivery as it is shown everywhere; `attempts` are added in JSON only. */
export function shownDelivery(record: DeliveryRecord, nowMs: number) {
  const last = record.attempts.at(-1);
  return {
    id: record.deliveryId,
    state: shownState(record, nowMs),
    eventId: record.eventId,
    eventType: record.eventType,
    organizationId: record.organizationId,
    endpointId: deliveryKeyOf(record.deliveryId)?.endpointId ?? null,
    attemptCount: record.attempts.length,
    last: last === undefined ? null : outcome(last),
    lastAttemptAt: last?.at ?? null,
    ...nextOf(record, nowMs),
  };
}

/** The history of a delivery, for people, and what is happening now. */
export function historyLines(record: DeliveryRecord, nowMs: number): string[] {
  const { attempts, next } = record;
  const lines = attempts.flatMap((attempt) => [
    ...(attempt.resentAt === undefined ? [] : [resentLine(attempt.resentAt)]),
    ...attemptLines(attempt),
  ]);
  // A first attempt that is still to come belongs to a fresh schedule.
  if (next?.attempt === 1) lines.push(resentLine(new Date(next.dueMs).toISOString()));
  if (next && isBeingSent(record, nowMs)) lines.push(`attempt ${next.attempt}  under way`);
  return lines;
}

/** The request of the newest attempt, for people. */
export function requestLines(
  record: DeliveryRecord,
  { request, endpoint }: ShownRequest,
): string[] {
  const newest = record.attempts.at(-1);
  if (newest === undefined) return [];
  const heading = `the request of attempt ${newest.attempt}, its signature a placeholder:`;
  if (request === null) {
    const gone = endpoint === undefined ? "its endpoint was deleted" : "its event is gone";
    return ["", `${heading.replace(/,.*/, "")} cannot be shown: ${gone}`];
  }
  const changedMs = endpoint?.urlChangedAtMs ?? 0;
  const changed = `note: the URL was changed at ${new Date(changedMs).toISOString()}, after this attempt`;
  const lines = [
    `POST ${request.url}`,
    ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
    "",
    request.body,
  ];
  return [
    "",
    heading,
    ...lines.map((line) => `  ${escapeControls(line)}`.trimEnd()),
    ...(changedMs > Date.parse(newest.at) ? [changed] : []),
  ];
}

export interface ShownRequest {
  request: WebhookRequest | null;
  /** The endpoint as it is now, if it still exists. */
  endpoint: DeliveryEndpoint | undefined;
}

/** Why a delivery was cancelled, concluded from the present: the reason itself is not stored. */
export function whyCancelled(deliveryId: string, endpoint: DeliveryEndpoint | undefined): string {
  if (endpoint === undefined) return "It was cancelled: its endpoint was deleted.";
  if (!planIncludesWebhooks(endpoint.plan)) {
    return "It was cancelled: its organization is on the free plan.";
  }
  return (
    "It was cancelled: its organization was on the free plan when an attempt was due. " +
    `The plan includes webhooks again; to send it: ${hint("delivery resend", deliveryId)}`
  );
}

function resentLine(at: string): string {
  return `— resent by hand ${at} —`;
}

/** An attempt as lines for people; the response cannot control a terminal. */
function attemptLines(attempt: AttemptRecord): string[] {
  const heading =
    `attempt ${attempt.attempt}  ${attempt.at}  ` +
    `${attempt.durationMs.toLocaleString("en")} ms  ${escapeControls(outcome(attempt))}`;
  const lines = (attempt.response ?? "").split(/\r?\n/).filter((line) => line.trim() !== "");
  return [heading, ...lines.map((line) => `  | ${escapeControls(line)}`)];
}

function outcome({ status, reason }: AttemptRecord): string {
  return status === undefined ? (reason ?? "no response") : `HTTP ${status}`;
}

/** An attempt is under way or still to come, never both. */
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
