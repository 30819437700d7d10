import type { Count } from "./counter.ts";

/** The body of a webhook, by its `type`. Later versions of the service can send types and fields that are not here. */
export type WebhookEvent = CountWebhook | AlertWebhook;

/** An event of a type that this version of the client does not know. */
export interface UnknownWebhook {
  id: string;
  type: string;
  createdAt: string;
  data: Record<string, unknown>;
}

export interface CountWebhook {
  /** `<type>:<counterId>:<lastEventId>` */
  id: string;
  type: "counter.increment" | "counter.decrement";
  createdAt: string;
  data: {
    organizationId: string;
    counterId: string;
    counterName: string;
    previousCount: number;
    count: number;
    delta: number;
    lastEventId: number;
  };
}

export interface AlertWebhook {
  id: string;
  type: "threshold.alert.fired";
  createdAt: string;
  data: {
    organizationId: string;
    scope: "counter" | "group";
    kind: "at_capacity" | "percent" | "absolute";
    alertId: string;
    alertName: string;
    counterId: string;
    counterName: string;
    groupId: string | null;
    groupName: string | null;
    threshold: number;
    capacity: number | null;
    percent: number | null;
    previousLevel: number;
    level: number;
    lastEventId: number;
  };
}

/** True for the two types of counts. */
export function isCountWebhook(event: { type: string }): event is CountWebhook {
  return event.type === "counter.increment" || event.type === "counter.decrement";
}

/** True for the type of alerts. */
export function isAlertWebhook(event: { type: string }): event is AlertWebhook {
  return event.type === "threshold.alert.fired";
}

/** The count that a webhook reports. */
export function countOf({ type, createdAt, data }: CountWebhook): Count {
  const { counterId, previousCount, count, delta, lastEventId } = data;
  const eventType = type === "counter.increment" ? "increment" : "decrement";
  return { counterId, eventType, previousCount, count, delta, lastEventId, createdAt };
}
