import * as z from "zod";
import { AlertData } from "../alerts/firing.ts";

/** The event types of contract §6. */
export const WebhookEventType = z.enum([
  "counter.increment",
  "counter.decrement",
  "threshold.alert.fired",
]);
export type WebhookEventType = z.infer<typeof WebhookEventType>;

/** Identifies a stored event. */
export interface EventReference {
  organizationId: string;
  /** The id in the body. Two alerts that one count fires share it. */
  eventId: string;
  eventType: WebhookEventType;
  /**
   * Unique for each event. With the endpoint it makes the delivery id; for a count it is its event
   * id.
   */
  key: string;
}

/** What filters choose by. */
export interface EventSubject {
  /** Null for the alert of a group, whichever of its counters fired it. */
  counterId: string | null;
  /** The group, or that of the counter when it was counted; null where there was none. */
  groupId: string | null;
}

/** An event to send to the endpoints of its organization, whatever produced it. */
export interface WebhookEvent extends EventReference {
  subject: EventSubject;
  /** ISO 8601. */
  createdAt: string;
  /** The JSON text that every receiver gets. */
  body: string;
}

/** Makes an event again from what is stored; undefined when that is no longer stored. */
export type EventResolver = (event: EventReference) => Promise<WebhookEvent | undefined>;

/** The resolver of each event type that this version produces. */
export type EventResolvers = Partial<Record<WebhookEventType, EventResolver>>;

/**
 * The description of a body. Its schema is open, because later versions may add fields. The parser
 * drops unknown fields, so the type stays exact.
 */
const received = (description: string) => ({ description, additionalProperties: true });

const eventId = z.string().meta({
  description:
    "The event id, `<type>:<counterId>:<lastEventId>`: the same in every delivery of the event.",
});

const happenedAt = z.iso.datetime().meta({ description: "When it happened." });

/** Data of counter.increment and counter.decrement, contract §6. */
export const CountData = z
  .object({
    organizationId: z.string().meta({ description: "The organization that has the counter." }),
    counterId: z.string().meta({ description: "The counter." }),
    counterName: z.string().meta({ description: "Its name when the event was counted." }),
    previousCount: z.int().meta({ description: "The total before." }),
    count: z.int().meta({ description: "The total after." }),
    delta: z.int().meta({ description: "The change, negative for a decrement." }),
    lastEventId: z.int().min(1).meta({
      description: "The number of this event. For one counter it only increases.",
    }),
  })
  .meta(received("What was counted. Ignore fields that you don't know."));
export type CountData = z.infer<typeof CountData>;

/** The body of a count's webhook, contract §6. */
export const CountEnvelope = z
  .object({
    id: eventId,
    type: z.enum(["counter.increment", "counter.decrement"]),
    createdAt: happenedAt,
    data: CountData,
  })
  .meta(received("A count. Ignore fields that you don't know."));
export type CountEnvelope = z.infer<typeof CountEnvelope>;

/** The body of an alert's webhook, contract §6. */
export const AlertEnvelope = z
  .object({
    id: eventId,
    type: z.literal("threshold.alert.fired"),
    createdAt: happenedAt,
    data: AlertData,
  })
  .meta(received("A capacity alert. Ignore fields that you don't know."));
export type AlertEnvelope = z.infer<typeof AlertEnvelope>;
