import type { UnknownWebhook, WebhookEvent } from "./webhook-event.ts";

/** The event in a body; undefined when it is none, or lacks a field that its type has. */
export function webhookEventIn(body: Uint8Array): WebhookEvent | UnknownWebhook | undefined {
  const event = parsedJson(body);
  if (!has(event, { id: "string", type: "string", createdAt: "string", data: "object" })) return;
  const required = fields[event.type as WebhookEvent["type"]];
  if (required !== undefined && !has(event.data, required)) return undefined;
  return event as unknown as WebhookEvent | UnknownWebhook;
}

type Kind = "string" | "integer" | "object";

const count: Record<string, Kind> = {
  organizationId: "string",
  counterId: "string",
  counterName: "string",
  previousCount: "integer",
  count: "integer",
  delta: "integer",
  lastEventId: "integer",
};

/** What each type must have. Fields that later versions add are kept. */
const fields: Partial<Record<string, Record<string, Kind>>> = {
  "counter.increment": count,
  "counter.decrement": count,
  "threshold.alert.fired": {
    organizationId: "string",
    scope: "string",
    kind: "string",
    alertId: "string",
    counterId: "string",
    threshold: "integer",
    level: "integer",
    lastEventId: "integer",
  },
};

function has(value: unknown, required: Record<string, Kind>): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(required).every(([name, kind]) => {
    const field = (value as Record<string, unknown>)[name];
    if (kind === "integer") return Number.isSafeInteger(field);
    return typeof field === kind && field !== null;
  });
}

function parsedJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
