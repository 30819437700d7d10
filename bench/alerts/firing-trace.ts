import { type Firing, firingKeyOf } from "../../core/alerts/firing.ts";
import { deriveDeliveryId } from "../../core/webhooks/delivery-id.ts";
import type { WebhookEndpoint } from "../../core/webhooks/endpoint.ts";
import type { Stage } from "../report/stages.ts";
import type { Tap } from "../service/tapper.ts";
import {
  isComplete,
  type Observed,
  onlyEndpoint,
  recordKey,
  type Trace,
} from "../webhooks/trace.ts";
import type { WebhookStack } from "../webhooks/webhook-stack.ts";
import type { Hall } from "./hall.ts";

/** The moments of a firing, from the count that fired it, in milliseconds since the epoch. */
export interface FiringTrace extends Trace {
  evaluating: number;
  evaluated: number;
}

export const firingStages: Stage<keyof FiringTrace>[] = [
  ["stream of counts and its poller", "committed", "evaluating"],
  ["evaluate-alerts", "evaluating", "evaluated"],
  ["stream of firings and its poller", "evaluated", "dispatched"],
  ["dispatch-events", "dispatched", "queued"],
  ["queue and its poller", "queued", "invoked"],
  ["deliver-webhook before the request", "invoked", "attempted"],
  ["signature, connection, request", "attempted", "received"],
];

/** The hall's firings that are stored and that these taps made. */
export async function firingsOf(
  stack: WebhookStack,
  { organization }: Hall,
  taps: Tap[],
): Promise<Firing[]> {
  const firings = await stack.stores.firings.list(organization.id, {});
  const tapped = new Set(taps.map(eventOf));
  return firings.filter((firing) => tapped.has(eventOf(firing)));
}

/** The traces of firings to the hall's one endpoint, as far as they arrived. */
export function firingTracesOf(
  { dispatched, evaluated, queued, attempted, received }: Observed,
  { endpoints }: Hall,
  { firings, taps }: { firings: Firing[]; taps: Tap[] },
): FiringTrace[] {
  const tapOf = new Map(taps.map((tap) => [eventOf(tap), tap]));
  return firings.flatMap((firing) => {
    const tap = tapOf.get(eventOf(firing));
    if (tap === undefined) return [];
    const id = firingDelivery(firing, onlyEndpoint(endpoints));
    const evaluation = evaluated.get(recordKey(tap));
    const trace = {
      committed: tap.committedMs,
      evaluating: evaluation?.startedMs,
      evaluated: evaluation?.endedMs,
      dispatched: dispatched.get(firingKeyOf(firing).firingKey)?.startedMs,
      ...queued.get(id),
      attempted: attempted.get(id),
      received: received.get(id),
    };
    return isComplete(trace, firingStages) ? [trace] : [];
  });
}

function firingDelivery(firing: Firing, { id: endpointId }: WebhookEndpoint): string {
  const eventKey = firingKeyOf(firing).firingKey;
  return deriveDeliveryId({ eventKey, createdAt: firing.createdAt, endpointId });
}

function eventOf({ counterId, lastEventId }: Pick<Firing, "counterId" | "lastEventId">): string {
  return `${counterId}:${lastEventId}`;
}
