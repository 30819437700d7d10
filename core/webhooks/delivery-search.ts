import { allInOrder } from "../all-in-order.ts";
import type { DeliveryRecord, DeliveryState } from "./delivery.ts";
import { deliveryKeyOf, deliveryKeysFrom, eventMsOf } from "./delivery-id.ts";
import type { WebhookEventType } from "./webhook-event.ts";

/** Which deliveries a person looks for. */
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
  /** How many deliveries to read. */
  limit: number;
}

export interface DeliveryStreamPage {
  /** Those that match the filter. */
  deliveries: DeliveryRecord[];
  searchedCount: number;
  /** The oldest key that was read; null at the end of the stream. */
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
  searchedCount: number;
  /** The time of the oldest event that was searched; null once all are. */
  searchedBackTo: string | null;
  /** Where the search continues; null at the end. */
  next: string | null;
}

export const searchPageSize = 50;

/** One search reads at most this many deliveries, and returns what it has found. */
export const maximumSearched = 1_000;

interface Stream {
  endpointId: string;
  found: DeliveryRecord[];
  /** Everything newer than this key was read; null for all. */
  searchedDownTo: string | null;
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
  let searchedCount = 0;
  const look = async (endpointId: string, beforeKey: string | undefined, limit: number) => {
    const { organizationId, filter, sinceMs = 0 } = search;
    const sinceKey = deliveryKeysFrom(sinceMs);
    const page = await ports.deliveryPage({
      ...{ organizationId, endpointId, filter, sinceKey, limit },
      beforeKey,
    });
    searchedCount += page.searchedCount;
    return page;
  };
  const begin = firstKey(search);
  const first = await allInOrder(
    search.endpointIds.map((endpointId) => look(endpointId, begin, searchPageSize + 1)),
  );
  for (const [index, { deliveries, lastKey }] of first.entries()) {
    const endpointId = search.endpointIds[index] ?? "";
    streams.push({ endpointId, found: deliveries, searchedDownTo: lastKey });
  }
  for (;;) {
    const behind = furthestBehind(streams);
    const ready = merged(streams, behind?.searchedDownTo ?? null);
    if (ready.length > searchPageSize) return pageOf(ready, keyOf(ready[searchPageSize - 1]));
    if (behind === undefined) return pageOf(ready, null);
    if (searchedCount >= maximumSearched) return pageOf(ready, behind.searchedDownTo);
    const limit = Math.min(250, maximumSearched - searchedCount);
    const { deliveries, lastKey } = await look(
      behind.endpointId,
      behind.searchedDownTo ?? undefined,
      limit,
    );
    behind.found.push(...deliveries);
    behind.searchedDownTo = lastKey;
  }

  function pageOf(ready: DeliveryRecord[], next: string | null): DeliverySearchPage {
    const searchedBackTo = next === null ? null : new Date(eventMsOf(next)).toISOString();
    return { deliveries: ready.slice(0, searchPageSize), searchedCount, searchedBackTo, next };
  }
}

function firstKey({ from, untilMs }: DeliverySearch): string | undefined {
  const until = untilMs === undefined ? undefined : deliveryKeysFrom(untilMs);
  if (from === undefined || (until !== undefined && until < from)) return until ?? from;
  return from;
}

/** The stream whose look ends at the newest key; undefined where all have ended. */
function furthestBehind(streams: Stream[]): Stream | undefined {
  const going = streams.filter(({ searchedDownTo }) => searchedDownTo !== null);
  return going.reduce<Stream | undefined>(
    (behind, each) =>
      behind === undefined || (each.searchedDownTo ?? "") > (behind.searchedDownTo ?? "")
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
