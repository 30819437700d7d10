import * as z from "zod";
import {
  CountEvent,
  causeOf,
  type ListedCount,
  type StoredCount,
  tappedAtOf,
  type WatchedCount,
} from "../../core/counters/count-event.ts";
import { isLate } from "../../core/counters/count-mark.ts";
import { parseItem, StreamImage } from "../aws/dynamodb-items.ts";

/** The count in a stream's image, with the fields of its webhook; throws for any other image. */
export function storedCountOf(image: unknown): StoredCount {
  return withCounter(parseItem(StoredCountItem, StreamImage.parse(image)));
}

/** A stored count, and when it was made. */
export function listedCountOf(item: unknown): ListedCount {
  const { metadata, ...count } = parseItem(ListedCountItem, StreamImage.parse(item));
  return { ...withCounter(count), tappedAt: tappedAtOf({ metadata }) };
}

/** The count in a stream's image, with what evaluation needs; throws for any other image. */
export function watchedCountOf(image: unknown): WatchedCount {
  const { metadata, ...count } = parseItem(WatchedCountItem, StreamImage.parse(image));
  const { createdAt } = count;
  const late = isLate({ metadata, createdAt });
  const cause = causeOf({ metadata });
  return { ...withCounter(count), ...(late && { late }), cause };
}

/** The organization and the counter in the place of their common key. */
function withCounter<Stored extends { counterKey: string }>({ counterKey, ...stored }: Stored) {
  const slash = counterKey.indexOf("/");
  const organizationId = counterKey.slice(0, slash);
  return { ...stored, organizationId, counterId: counterKey.slice(slash + 1) };
}

const StoredCountItem = CountEvent.pick({
  eventType: true,
  count: true,
  previousCount: true,
  delta: true,
  lastEventId: true,
  createdAt: true,
}).extend({
  counterKey: z.string().regex(/^[^/]+\/[^/]+$/),
  counterName: z.string(),
  groupId: z.string().exactOptional(),
});

const StoredMetadata = z
  .string()
  .nullable()
  .transform((text) => (text === null ? null : JSON.parse(text)))
  .pipe(CountEvent.shape.metadata);

const ListedCountItem = StoredCountItem.extend({ metadata: StoredMetadata.default(null) });

const WatchedCountItem = ListedCountItem.extend({
  hasAlerts: z.boolean().default(false),
  goalTarget: z.number().nullable().default(null),
});
