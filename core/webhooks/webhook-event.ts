import { createHmac } from "node:crypto";
import * as z from "zod";

/** The event types of contract §6. */
export const WebhookEventType = z.enum([
  "counter.increment",
  "counter.decrement",
  "threshold.alert.fired",
]);
export type WebhookEventType = z.infer<typeof WebhookEventType>;

/**
 * The description of a body. Its schema is open, because a receiver must live with fields of later
 * versions; the parser drops them, and the type stays exact.
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

/** What a receiver gets as the body, contract §6. */
export const CountEnvelope = z
  .object({
    id: eventId,
    type: z.enum(["counter.increment", "counter.decrement"]),
    createdAt: happenedAt,
    data: CountData,
  })
  .meta(received("A count. Ignore fields that you don't know."));
export type CountEnvelope = z.infer<typeof CountEnvelope>;

/** The envelope of a capacity alert; its data has more than the contract shows. */
export const AlertEnvelope = z
  .object({
    id: eventId,
    type: z.literal("threshold.alert.fired"),
    createdAt: happenedAt,
    data: z.looseObject({
      scope: z.enum(["counter", "group"]).meta({ description: "What the alert is on." }),
      kind: z.enum(["at_capacity", "percent", "absolute"]),
    }),
  })
  .meta(received("A capacity alert. Ignore fields that you don't know."));

/** A count as its stored event tells it. */
export interface StoredCount extends CountData {
  eventType: "increment" | "decrement";
  createdAt: string;
}

/** The envelope of a count: always the same for the same stored event. */
export function countEnvelope(count: StoredCount): CountEnvelope {
  const type = `counter.${count.eventType}` as const;
  return {
    id: `${type}:${count.counterId}:${count.lastEventId}`,
    type,
    createdAt: count.createdAt,
    data: {
      organizationId: count.organizationId,
      counterId: count.counterId,
      counterName: count.counterName,
      previousCount: count.previousCount,
      count: count.count,
      delta: count.delta,
      lastEventId: count.lastEventId,
    },
  };
}

/** The value of X-Service-Signature for a body sent now, contract §5. */
export function signature(signed: { secret: string; timestamp: number; body: string }): string {
  const { secret, timestamp, body } = signed;
  const hex = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  return `t=${timestamp},v1=${hex}`;
}
