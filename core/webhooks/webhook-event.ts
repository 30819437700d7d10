import * as z from "zod";
import { AlertKind, AlertScope } from "../alerts/alert.ts";

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

/** An event to send to the endpoints of its organization, whatever produced it. */
export interface WebhookEvent extends EventReference {
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

/** Data of threshold.alert.fired: scope and kind of contract §6, and what fired. */
export const AlertData = z
  .object({
    organizationId: z.string().meta({ description: "The organization that has the alert." }),
    scope: AlertScope.meta({ description: "What the alert is on." }),
    kind: AlertKind.meta({
      description:
        "at_capacity: the level reached the capacity; percent: it reached a percentage of the " +
        "capacity; absolute: it reached a number.",
    }),
    alertId: z.string().meta({ description: "The alert." }),
    alertName: z.string().meta({ description: "Its name when it fired." }),
    counterId: z.string().meta({ description: "The counter whose count fired it." }),
    counterName: z.string().meta({ description: "Its name when it was counted." }),
    groupId: z.string().nullable().meta({ description: "The group; null for scope counter." }),
    groupName: z.string().nullable().meta({ description: "Its name; null for scope counter." }),
    threshold: z.int().meta({ description: "The level at which the alert fires." }),
    capacity: z.number().nullable().meta({
      description: "The capacity in force; null if there is none.",
    }),
    percent: z.int().nullable().meta({ description: "Of the capacity; null unless kind percent." }),
    previousLevel: z.int().meta({ description: "The level before the count." }),
    level: z.int().meta({
      description: "The level after it: the counter's count, or the total of the group.",
    }),
    lastEventId: z.int().min(1).meta({ description: "The number of the count event." }),
  })
  .meta(received("What fired. Ignore fields that you don't know."));
export type AlertData = z.infer<typeof AlertData>;

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
