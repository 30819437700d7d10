import type { AlertStatus } from "../../alerts/alert-status.ts";
import { type Firing, firingWebhook } from "../../alerts/firing.ts";
import type { AlertView, FiringView } from "./alerts.ts";

// What may be seen of what is stored: field by field, so that a new field is not shown by itself.

export function alertView(status: AlertStatus): AlertView {
  const { alert, target } = status;
  return {
    id: alert.id,
    name: alert.name,
    scope: alert.scope,
    targetId: alert.targetId,
    targetName: target?.name ?? null,
    kind: alert.kind,
    percent: alert.percent,
    at: alert.at,
    capacity: alert.capacity,
    rearmBelow: alert.rearmBelow,
    createdAt: alert.createdAt,
    state: status.state,
    asleepBecause: status.asleepBecause,
    stateSince: status.stateSince,
    capacityInForce: status.capacity,
    threshold: status.threshold,
    rearmLevel: status.rearmLevel,
    level: status.level,
  };
}

export function firingView(firing: Firing): FiringView {
  const { organizationId: _, ...shown } = firing;
  return { ...shown, eventId: firingWebhook(firing).eventId };
}
