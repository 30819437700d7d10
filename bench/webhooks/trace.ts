import * as z from "zod";
import { counterKeyText } from "../../adapters/counters/dynamodb-count-events.ts";
import type { WebhookEndpoint } from "../../core/webhooks/endpoint.ts";
import type { Stage } from "../report/stages.ts";
import type { Invocation } from "../service/invocation-log.ts";
import type { Tap } from "../service/tapper.ts";
import { deliveryOf, type WebhookCustomer, waitAndClearLogs } from "./webhook-customer.ts";
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

export const stages: Stage<keyof Trace>[] = [
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
        Keys: z.union([
          z
            .object({
              counterKey: z.object({ S: z.string() }),
              lastEventId: z.object({ N: z.string() }),
            })
            .transform(({ counterKey, lastEventId }) => `${counterKey.S} ${lastEventId.N}`),
          z
            .object({ firingKey: z.object({ S: z.string() }) })
            .transform(({ firingKey }) => firingKey.S),
        ]),
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

/** When each event reached each stage, by the runtime, the delivery records and the receiver. */
export interface Observed {
  /** The invocations that got a stream record, by recordKey or by a firing's key. */
  dispatched: Map<string, Invocation>;
  evaluated: Map<string, Invocation>;
  /** By delivery id, as the rest. */
  queued: Map<string, Pick<Trace, "queued" | "invoked">>;
  attempted: Map<string, number>;
  received: Map<string, number>;
}

/** The key of a tap's stream record. */
export function recordKey(tap: Tap): string {
  return `${counterKeyText(tap)} ${tap.lastEventId}`;
}

export function onlyEndpoint([endpoint]: WebhookEndpoint[]): WebhookEndpoint {
  if (endpoint === undefined) throw new Error("no endpoint");
  return endpoint;
}

/** Puts together what is known of the events of a customer with one endpoint, and forgets it. */
export async function observe(
  stack: WebhookStack,
  { endpoints }: WebhookCustomer,
): Promise<Observed> {
  const endpoint = onlyEndpoint(endpoints);
  const { arrivals } = await stack.receiver.take();
  await stack.delivers.quiet();
  // The first arrival of each, where one came twice.
  const received = new Map(arrivals.toReversed().map((one) => [one.deliveryId, one.atMs]));
  const queued: Observed["queued"] = new Map();
  for (const { startedMs, event } of stack.delivers.take()) {
    for (const { body, attributes } of QueueEvent.parse(event).Records)
      queued.set(body.deliveryId, { queued: attributes.SentTimestamp, invoked: startedMs });
  }
  const attempted = new Map<string, number>();
  const query = { endpointId: endpoint.id, order: "newest first" as const };
  for await (const record of stack.stores.deliveries(query)) {
    attempted.set(record.deliveryId, Date.parse(record.attempts[0]?.at ?? ""));
  }
  const dispatched = invocationsByRecord(stack.dispatches.take());
  const evaluated = invocationsByRecord(stack.evaluations.take());
  await waitAndClearLogs(stack);
  return { dispatched, evaluated, queued, attempted, received };
}

function invocationsByRecord(invocations: Invocation[]): Map<string, Invocation> {
  return new Map(
    invocations.flatMap((invocation) =>
      StreamEvent.parse(invocation.event).Records.map(({ dynamodb }) => [
        dynamodb.Keys,
        invocation,
      ]),
    ),
  );
}

/** The traces of the deliveries of taps to the customer's one endpoint, as far as they arrived. */
export function tracesOf(
  { dispatched, queued, attempted, received }: Observed,
  { endpoints }: WebhookCustomer,
  taps: Tap[],
): Trace[] {
  return taps.flatMap((tap) => {
    const id = deliveryOf(tap, onlyEndpoint(endpoints));
    const trace = {
      committed: tap.committedMs,
      dispatched: dispatched.get(recordKey(tap))?.startedMs,
      ...queued.get(id),
      attempted: attempted.get(id),
      received: received.get(id),
    };
    return isComplete(trace, stages) ? [trace] : [];
  });
}

export function isComplete<Moment extends string>(
  trace: Partial<Record<Moment, number | undefined>>,
  itsStages: Stage<Moment>[],
): trace is Record<Moment, number> {
  return itsStages.every(([, from, to]) => trace[from] !== undefined && trace[to] !== undefined);
}
