import type { DeliveryRecord } from "./delivery.ts";
import { deriveDeliveryId } from "./delivery-id.ts";
import type { StoredEndpoint } from "./endpoint.ts";
import { receives } from "./endpoint-filter.ts";
import { type TimeRange, undispatchedTimes } from "./pauses.ts";
import { type ResendPorts, type ResendResult, resend } from "./resend.ts";
import type { EventReference, WebhookEvent, WebhookEventType } from "./webhook-event.ts";

/** The events of an organization that were counted in any of these times. */
export interface EventQuery {
  organizationId: string;
  types: WebhookEventType[];
  /** Counts of these counters only; absent for all. */
  counterIds?: string[] | undefined;
  times: TimeRange[];
  /** How many events a page looks at. */
  limit: number;
  /** `next` of the page before. */
  after?: string | undefined;
}

/** A bounded part of what was looked for; null where nothing is left. */
export interface EventPage {
  events: WebhookEvent[];
  next: string | null;
}

export interface MissingDeliveriesPorts {
  eventsIn(query: EventQuery): Promise<EventPage>;
  /** Which of these deliveries are on record. */
  recorded(deliveryIds: string[]): Promise<Set<string>>;
  now(): number;
}

/** A delivery that a recovery sends. */
export interface Recoverable {
  deliveryId: string;
  /** The event, where the delivery is not on record: nothing was dispatched in a pause. */
  event?: EventReference;
}

export interface RecoverablePage {
  found: Recoverable[];
  next: string | null;
}

type PausedEndpoint = Pick<
  StoredEndpoint,
  "id" | "organizationId" | "events" | "filter" | "createdAt" | "pausedAt" | "pauses"
>;

/**
 * Deliveries that an endpoint's pauses prevented: of events that were counted then, that the endpoint
 * receives now, and that have no delivery. A bounded part at a time.
 */
export async function missingDeliveries(
  ports: MissingDeliveriesPorts,
  endpoint: PausedEndpoint,
  of: { sinceMs: number; limit: number; after?: string | undefined },
): Promise<RecoverablePage> {
  const nowMs = ports.now();
  const { sinceMs, limit, after } = of;
  const { id: endpointId, organizationId, events: types, pausedAt, pauses = [] } = endpoint;
  const lasting = pausedAt === undefined ? [] : [{ from: pausedAt, to: toIso(nowMs) }];
  const times = undispatchedTimes([...pauses, ...lasting], {
    // What was counted before the endpoint existed was never for it.
    sinceMs: Math.max(sinceMs, Date.parse(endpoint.createdAt)),
    nowMs,
  });
  if (times.length === 0) return { found: [], next: null };
  const { filter } = endpoint;
  const counterIds = filter?.groupIds.length === 0 ? filter.counterIds : undefined;
  const query = { organizationId, types, counterIds, times, limit, after };
  const { events: all, next } = await ports.eventsIn(query);
  const events = all.filter((event) => receives(endpoint, event));
  const ids = events.map(({ key, createdAt }) =>
    deriveDeliveryId({ eventKey: key, createdAt, endpointId }),
  );
  const recorded = ids.length === 0 ? new Set() : await ports.recorded(ids);
  const found = events.flatMap(({ organizationId, eventId, eventType, key }, index) => {
    const id = ids[index] ?? "";
    const event = { organizationId, eventId, eventType, key };
    return recorded.has(id) ? [] : [{ deliveryId: id, event }];
  });
  return { found, next };
}

export interface RecoverOnePorts extends ResendPorts {
  /** Puts a delivery on record, unless it is there already. */
  recordFirst(record: DeliveryRecord): Promise<boolean>;
}

/**
 * Resends a delivery, while `isWanted` accepts it. One that is not on record is put there first, as
 * paused: should its first message be in a queue after all, that message is dropped. So an event is
 * never sent along two schedules. An event that the endpoint does not receive now is not sent.
 */
export async function recoverOne(
  ports: RecoverOnePorts,
  { deliveryId, event }: Recoverable,
  isWanted: (record: DeliveryRecord) => boolean,
): Promise<ResendResult> {
  if (event !== undefined) {
    const { organizationId, eventId, eventType, key } = event;
    const eventKey = key === eventId ? {} : { eventKey: key };
    const ids = { deliveryId, organizationId, eventId, eventType, ...eventKey };
    await ports.recordFirst({ ...ids, state: "paused", attempts: [] });
  }
  return await resend(ports, deliveryId, { isWanted, receivedOnly: true });
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
