import { alertIdOf } from "../../alerts/firing.ts";
import { type DeliveryRecord, isBeingSent, shownState } from "../../webhooks/delivery.ts";
import { deliveryKeyOf, eventMsOf } from "../../webhooks/delivery-id.ts";
import type { StoredEndpoint } from "../../webhooks/endpoint.ts";
import type { EndpointStatus } from "../../webhooks/endpoints/endpoint-status.ts";
import { heldBackSinceMs } from "../../webhooks/pauses.ts";
import type { RefusedResend } from "../../webhooks/recover.ts";
import type { DeliveryRow } from "./deliveries.ts";
import type { EndpointView, ResponsesView } from "./webhooks.ts";

// What may be seen of what is stored: field by field, and never a secret.

export function endpointView(
  stored: StoredEndpoint,
  status: EndpointStatus,
  nowMs: number,
): EndpointView {
  const { id, url, events, createdAt, pausedAt, nextSecret, revision } = stored;
  const heldBackMs = heldBackSinceMs(stored, nowMs);
  return {
    ...{ id, url, events, createdAt },
    pausedAt: pausedAt ?? null,
    heldBackSince: heldBackMs === undefined ? null : iso(heldBackMs),
    nextSecretMadeAt: nextSecret?.madeAt ?? null,
    revision: revision ?? 0,
    health: {
      lastSuccessAt: status.lastSuccessAt,
      failingSince: status.failingSince,
      // Of an endpoint that has recovered, the newest error is still of interest.
      lastError: status.lastError,
      lastErrorAt: stored.lastErrorAtMs === undefined ? null : iso(stored.lastErrorAtMs),
      slow: stored.lane === "slow",
      waiting: status.waiting,
      failedLastDay: status.failedLastDay,
      countsAreExact: status.countsAreExact,
    },
  };
}

export function deliveryRow(record: DeliveryRecord, nowMs: number): DeliveryRow {
  const { deliveryId, eventId, eventType, eventKey, attempts, next } = record;
  const key = deliveryKeyOf(deliveryId);
  if (key === undefined) throw new Error(`${deliveryId} is not a delivery id`);
  const last = attempts.at(-1);
  const waits = next !== undefined && !isBeingSent(record, nowMs);
  return {
    id: deliveryId,
    endpointId: key.endpointId,
    state: shownState(record, nowMs),
    ...{ eventId, eventType },
    alertId: eventKey === undefined ? null : alertIdOf(eventKey),
    eventAt: iso(eventMsOf(key.deliveryKey)),
    attemptCount: attempts.length,
    lastAttempt: last === undefined ? null : withoutResponse(last),
    nextAttemptAt: waits ? iso(next.dueMs) : null,
  };
}

function withoutResponse({ at, durationMs, status, reason }: DeliveryRecord["attempts"][number]) {
  return {
    ...{ at, durationMs },
    ...(status !== undefined && { status }),
    ...(reason !== undefined && { reason }),
  };
}

/** The newest attempt of each delivery that has one, oldest first. */
export function responsesView(records: DeliveryRecord[]): ResponsesView {
  const attempts = records
    .flatMap((record) => record.attempts.at(-1) ?? [])
    .sort((a, b) => a.at.localeCompare(b.at));
  return {
    at: attempts.map(({ at }) => Date.parse(at) / 1_000),
    durationMs: attempts.map(({ durationMs }) => durationMs),
    status: attempts.map(({ status }) => status ?? null),
  };
}

/** Why a delivery was not resent, for people in the console. */
export function whyNotResent({ reason }: Pick<RefusedResend, "reason">): string {
  switch (reason) {
    case "no_such_delivery":
      return "There is no such delivery any more.";
    case "not_wanted":
      return "It is neither failed nor paused nor overdue any more.";
    case "being_sent":
      return "It is being sent right now. Look again in a moment.";
    case "endpoint_deleted":
      return "Its endpoint was deleted.";
    case "endpoint_paused":
      return "Its endpoint is paused. Resume it first.";
    case "plan_required":
      return "Webhooks need the Pro or Enterprise plan.";
    case "event_gone":
      return "Its event is not stored any more.";
    case "conflict":
      return "It was changed at the same moment. Look again.";
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
