import * as z from "zod";
import { FormatVersion } from "../format-version.ts";
import { deliveryKeyOf, deriveDeliveryId } from "./delivery-id.ts";
import { type WebhookEvent, WebhookEventType } from "./webhook-event.ts";

/** The last moment that a Date can hold. */
const latestMs = 8.64e15;

/** The queue message of one attempt; every attempt of a delivery has the same body. */
export const AttemptMessage = z.object({
  formatVersion: FormatVersion,
  deliveryId: z.string().refine((id) => deliveryKeyOf(id) !== undefined, "not a delivery id"),
  organizationId: z.string().min(1),
  eventId: z.string().min(1),
  eventType: WebhookEventType,
  /** The key of the event, where it is not the event id. */
  eventKey: z.string().min(1).exactOptional(),
  body: z.string(),
  attempt: z.int().min(1),
  /** Absent on the first message of a delivery, which the stream may send more than once. */
  fencingToken: z.string().exactOptional(),
  /** Not to be sent earlier, in milliseconds since the epoch. */
  dueMs: z.number().min(0).max(latestMs).exactOptional(),
});
export type AttemptMessage = z.infer<typeof AttemptMessage>;

/** The first message of the delivery of an event to an endpoint. */
export function firstMessage(event: WebhookEvent, endpointId: string): AttemptMessage {
  const { organizationId, eventId, eventType, key, createdAt, body } = event;
  return {
    deliveryId: deriveDeliveryId({ eventKey: key, createdAt, endpointId }),
    organizationId,
    eventId,
    eventType,
    ...(key !== eventId && { eventKey: key }),
    body,
    attempt: 1,
  };
}

/**
 * A message as text that arrives unchanged. Scheduler replaces keywords such as
 * `<aws.scheduler.schedule-arn>` wherever they stand, SQS refuses U+FFFE and U+FFFF, and emulators of
 * SQS refuse everything above U+FFFF. Names of counters can have all of these, so each is written as
 * a JSON escape.
 */
export function messageText(message: AttemptMessage): string {
  return JSON.stringify(message).replaceAll(/[<\uD800-\uDFFF\uFFFE\uFFFF]/g, escaped);
}

function escaped(codeUnit: string): string {
  return `\\u${codeUnit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/**
 * The message in the text of a dead letter; undefined for any other text. EventBridge Scheduler wraps
 * the message of a schedule that it cannot deliver.
 */
export function messageInDeadLetter(text: string): AttemptMessage | undefined {
  const document = jsonOf(text);
  const wrapped = SchedulerDeadLetter.safeParse(document);
  const parsed = AttemptMessage.safeParse(
    wrapped.success ? jsonOf(wrapped.data.MessageBody) : document,
  );
  return parsed.success ? parsed.data : undefined;
}

/** EventBridge Scheduler User Guide, "Retrieve the dead-letter event": the request that failed. */
const SchedulerDeadLetter = z.object({ MessageBody: z.string(), QueueUrl: z.string() });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
