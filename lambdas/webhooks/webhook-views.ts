import { alertIdOf } from "../../core/alerts/firing.ts";
import { type DeliveryRecord, isBeingSent, shownState } from "../../core/webhooks/delivery.ts";
import { deliveryKeyOf, eventMsOf } from "../../core/webhooks/delivery-id.ts";
import type { StoredEndpoint } from "../../core/webhooks/endpoint.ts";
import { settingsOf } from "../../core/webhooks/endpoint-settings.ts";
import type { EndpointStatus } from "../../core/webhooks/endpoint-status.ts";
import type { RefusedResend } from "../../core/webhooks/resend.ts";

export function endpointView(stored: StoredEndpoint, status: EndpointStatus) {
  const { id, createdAt, pausedAt, nextSecret } = stored;
  return {
    ...{ id, ...settingsOf(stored), createdAt },
    pausedAt: pausedAt ?? null,
    nextSecretMadeAt: nextSecret?.madeAt ?? null,
    health: {
      ...status,
      // Of an endpoint that has recovered, the newest error is still of interest.
      lastErrorAt: stored.lastErrorAtMs === undefined ? null : iso(stored.lastErrorAtMs),
      slow: stored.lane === "slow",
    },
  };
}

export function deliveryRow(record: DeliveryRecord, nowMs: number) {
  const { deliveryId, eventId, eventType, eventKey, attempts, next } = record;
  const key = deliveryKeyOf(deliveryId);
  if (key === undefined) throw new Error(`${deliveryId} is not a delivery id`);
  const waits = next !== undefined && !isBeingSent(record, nowMs);
  return {
    id: deliveryId,
    endpointId: key.endpointId,
    state: shownState(record, nowMs),
    ...{ eventId, eventType },
    alertId: eventKey === undefined ? null : alertIdOf(eventKey),
    eventAt: iso(eventMsOf(key.deliveryKey)),
    attemptCount: attempts.length,
    lastAttempt: attempts.at(-1) ?? null,
    nextAttemptAt: waits ? iso(next.dueMs) : null,
  };
}

/** All attempts, oldest first. */
export function responsesView(records: DeliveryRecord[]) {
  const attempts = records
    .flatMap((record) => record.attempts)
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
    case "not_received":
      return "Its endpoint's events or filter leave it out now.";
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
