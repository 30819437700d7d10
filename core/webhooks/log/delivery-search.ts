import type { DeliveryRecord, DeliveryState } from "../delivery.ts";
import { deliveryKeyOf, deliveryKeysFrom, eventMsOf } from "../delivery-id.ts";
import type { WebhookEventType } from "../webhook-event.ts";

/** Which deliveries somebody looks for. */
export interface DeliveryFilter {
  state?: DeliveryState | undefined;
  eventType?: WebhookEventType | undefined;
  counterId?: string | undefined;
}

/** A part of one endpoint's deliveries, newest event first. */
export interface DeliveryStreamQuery {
  organizationId: string;
  endpointId: string;
  filter: DeliveryFilter;
  /** Keys, or beginnings of keys: `sinceKey` is inclusive, `beforeKey` exclusive. */
  sinceKey: string;
  beforeKey?: string | undefined;
  /** How many deliveries to look at. */
  limit: number;
}

export interface DeliveryStreamPage {
  /** Those that the filter lets through. */
  deliveries: DeliveryRecord[];
  lookedAt: number;
  /** The oldest key that was looked at; null where the stream ends. */
  lastKey: string | null;
}

export interface DeliverySearchPorts {
  deliveryPage(query: DeliveryStreamQuery): Promise<DeliveryStreamPage>;
}

export interface DeliverySearch {
  organizationId: string;
  /** An organization has ten at most. */
  endpointIds: string[];
  filter: DeliveryFilter;
  /** Milliseconds since the epoch, of the events. */
  sinceMs?: number | undefined;
  untilMs?: number | undefined;
  /** `next` of the page before. */
  from?: string | undefined;
}

export interface DeliverySearchPage {
  /** Newest event first. */
  deliveries: DeliveryRecord[];
  lookedAt: number;
  /** The time of the oldest event that was looked at; null where everything was. */
  lookedBackTo: string | null;
  /** Where to look on; null where nothing is left. */
  next: string | null;
}

export const searchPageSize = 50;

/** The most deliveries that one search looks at, and stops with what it has found. */
export const maximumSearched = 1_000;

interface Stream {
  endpointId: string;
  found: DeliveryRecord[];
  /** Everything from here on was looked at; null for all. */
  lookedDownTo: string | null;
}

/**
 * Returns the newest deliveries of several endpoints, merged by the time of their events. Reads on at
 * the endpoint whose position is the newest, until a page is full.
 */
export async function searchDeliveries(
  ports: DeliverySearchPorts,
  search: DeliverySearch,
): Promise<DeliverySearchPage> {
  const streams: Stream[] = [];
  let lookedAt = 0;
  const look = async (endpointId: string, beforeKey: string | undefined, limit: number) => {
    const { organizationId, filter, sinceMs = 0 } = search;
    const sinceKey = deliveryKeysFrom(sinceMs);
    const page = await ports.deliveryPage({
      ...{ organizationId, endpointId, filter, sinceKey, limit },
      beforeKey,
    });
    lookedAt += page.lookedAt;
    return page;
  };
  const begin = firstKey(search);
  const first = await Promise.all(
    search.endpointIds.map((endpointId) => look(endpointId, begin, searchPageSize + 1)),
  );
  for (const [index, { deliveries, lastKey }] of first.entries()) {
    const endpointId = search.endpointIds[index] ?? "";
    streams.push({ endpointId, found: deliveries, lookedDownTo: lastKey });
  }
  for (;;) {
    const behind = furthestBehind(streams);
    const ready = merged(streams, behind?.lookedDownTo ?? null);
    if (ready.length > searchPageSize) return pageOf(ready, keyOf(ready[searchPageSize - 1]));
    if (behind === undefined) return pageOf(ready, null);
    if (lookedAt >= maximumSearched) return pageOf(ready, behind.lookedDownTo);
    const limit = Math.min(250, maximumSearched - lookedAt);
    const { deliveries, lastKey } = await look(
      behind.endpointId,
      behind.lookedDownTo ?? undefined,
      limit,
    );
    behind.found.push(...deliveries);
    behind.lookedDownTo = lastKey;
  }

  function pageOf(ready: DeliveryRecord[], next: string | null): DeliverySearchPage {
    const lookedBackTo = next === null ? null : new Date(eventMsOf(next)).toISOString();
    return { deliveries: ready.slice(0, searchPageSize), lookedAt, lookedBackTo, next };
  }
}

function firstKey({ from, untilMs }: DeliverySearch): string | undefined {
  const until = untilMs === undefined ? undefined : deliveryKeysFrom(untilMs);
  if (from === undefined || (until !== undefined && until < from)) return until ?? from;
  return from;
}

/** The stream whose look ends at the newest key; undefined where all have ended. */
function furthestBehind(streams: Stream[]): Stream | undefined {
  const going = streams.filter(({ lookedDownTo }) => lookedDownTo !== null);
  return going.reduce<Stream | undefined>(
    (behind, each) =>
      behind === undefined || (each.lookedDownTo ?? "") > (behind.lookedDownTo ?? "")
        ? each
        : behind,
    undefined,
  );
}

/** What was found where all streams have been looked through, newest first. */
function merged(streams: Stream[], downTo: string | null): DeliveryRecord[] {
  return streams
    .flatMap(({ found }) => found)
    .filter((record) => downTo === null || keyOf(record) >= downTo)
    .sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1));
}

function keyOf(record: DeliveryRecord | undefined): string {
  return deliveryKeyOf(record?.deliveryId ?? "")?.deliveryKey ?? "";
}
