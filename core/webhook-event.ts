import { createHmac } from "node:crypto";
import * as z from "zod";

/** The event types of contract §6. */
export const WebhookEventType = z.enum([
  "counter.increment",
  "counter.decrement",
  "threshold.alert.fired",
]);
export type WebhookEventType = z.infer<typeof WebhookEventType>;

/** Data of counter.increment and counter.decrement, contract §6. */
export const CountData = z.object({
  organizationId: z.string(),
  counterId: z.string(),
  counterName: z.string(),
  previousCount: z.int(),
  count: z.int(),
  delta: z.int().meta({ description: "Negative for decrement." }),
  lastEventId: z.int(),
});
export type CountData = z.infer<typeof CountData>;

/** What a receiver gets as the body, contract §6. */
export const CountEnvelope = z.object({
  id: z.string().meta({ description: "<type>:<counterId>:<lastEventId>" }),
  type: z.enum(["counter.increment", "counter.decrement"]),
  createdAt: z.iso.datetime(),
  data: CountData,
});
export type CountEnvelope = z.infer<typeof CountEnvelope>;

/** The envelope of a capacity alert; its data has more than the contract shows. */
export const AlertEnvelope = z.object({
  id: z.string().meta({ description: "<type>:<counterId>:<lastEventId>" }),
  type: z.literal("threshold.alert.fired"),
  createdAt: z.iso.datetime(),
  data: z.looseObject({
    scope: z.enum(["counter", "group"]),
    kind: z.enum(["at_capacity", "percent", "absolute"]),
  }),
});

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
