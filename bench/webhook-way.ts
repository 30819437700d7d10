import * as z from "zod";
import { counterKeyText } from "../adapters/counters/dynamodb-count-events.ts";
import { deliveryOf, forget, type Subscriber } from "./subscriber.ts";
import type { Tap } from "./tapper.ts";
import type { WebhookStack } from "./webhook-stack.ts";

/** The moments on the way of one event, in milliseconds since the epoch. */
export interface Way {
  committed: number;
  dispatched: number;
  queued: number;
  invoked: number;
  attempted: number;
  received: number;
}

export const stages: [stage: string, from: keyof Way, to: keyof Way][] = [
  ["stream and its poller", "committed", "dispatched"],
  ["dispatch-events", "dispatched", "queued"],
  ["queue and its poller", "queued", "invoked"],
  ["deliver-webhook before the request", "invoked", "attempted"],
  ["signature, connection, request", "attempted", "received"],
];

const StreamEvent = z.object({
  Records: z.array(
    z.object({
      dynamodb: z.object({
        Keys: z.object({
          counterKey: z.object({ S: z.string() }),
          lastEventId: z.object({ N: z.string() }),
        }),
      }),
    }),
  ),
});
const QueueEvent = z.object({
  Records: z.array(
    z.object({
      body: z
        .string()
        .transform((text) => z.object({ deliveryId: z.string() }).parse(JSON.parse(text))),
      attributes: z.object({ SentTimestamp: z.coerce.number<string>() }),
    }),
  ),
});

/** Puts together what the tapper, the runtime, the delivery's record and the receiver know. */
export async function waysOf(
  stack: WebhookStack,
  { endpoints }: Subscriber,
  taps: Tap[],
): Promise<Way[]> {
  const [endpoint] = endpoints;
  if (endpoint === undefined) throw new Error("no endpoint");
  const { arrivals } = await stack.receiver.take();
  await stack.delivers.quiet();
  // The first arrival of each, where one came twice.
  const received = new Map(arrivals.toReversed().map((one) => [one.deliveryId, one.atMs]));
  const dispatched = new Map<string, number>();
  for (const { startedMs, event } of stack.dispatches.take()) {
    for (const { dynamodb } of StreamEvent.parse(event).Records) {
      const { counterKey, lastEventId } = dynamodb.Keys;
      dispatched.set(`${counterKey.S} ${lastEventId.N}`, startedMs);
    }
  }
  const queued = new Map<string, { queued: number; invoked: number }>();
  for (const { startedMs, event } of stack.delivers.take()) {
    for (const { body, attributes } of QueueEvent.parse(event).Records)
      queued.set(body.deliveryId, { queued: attributes.SentTimestamp, invoked: startedMs });
  }
  const attempted = new Map<string, number>();
  const query = { endpointId: endpoint.id, order: "newest first" as const };
  for await (const record of stack.webhooks.deliveries(query)) {
    attempted.set(record.deliveryId, Date.parse(record.attempts[0]?.at ?? ""));
  }
  await forget(stack);
  return taps.flatMap((tap) => {
    const id = deliveryOf(tap, endpoint);
    const way = {
      committed: tap.committedMs,
      dispatched: dispatched.get(`${counterKeyText(tap)} ${tap.lastEventId}`),
      ...queued.get(id),
      attempted: attempted.get(id),
      received: received.get(id),
    };
    return isWhole(way) ? [way] : [];
  });
}

function isWhole(way: Partial<Record<keyof Way, number | undefined>>): way is Way {
  return stages.every(([, from, to]) => way[from] !== undefined && way[to] !== undefined);
}
