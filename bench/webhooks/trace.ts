import * as z from "zod";
import { counterKeyText } from "../../adapters/counters/dynamodb-count-events.ts";
import type { Tap } from "../service/tapper.ts";
import { deliveryOf, forget, type WebhookCustomer } from "./webhook-customer.ts";
import type { WebhookStack } from "./webhook-stack.ts";

/** The moments of one event, in milliseconds since the epoch. */
export interface Trace {
  committed: number;
  dispatched: number;
  queued: number;
  invoked: number;
  attempted: number;
  received: number;
}

export const stages: [stage: string, from: keyof Trace, to: keyof Trace][] = [
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
export async function tracesOf(
  stack: WebhookStack,
  { endpoints }: WebhookCustomer,
  taps: Tap[],
): Promise<Trace[]> {
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
    const trace = {
      committed: tap.committedMs,
      dispatched: dispatched.get(`${counterKeyText(tap)} ${tap.lastEventId}`),
      ...queued.get(id),
      attempted: attempted.get(id),
      received: received.get(id),
    };
    return isComplete(trace) ? [trace] : [];
  });
}

function isComplete(trace: Partial<Record<keyof Trace, number | undefined>>): trace is Trace {
  return stages.every(([, from, to]) => trace[from] !== undefined && trace[to] !== undefined);
}
