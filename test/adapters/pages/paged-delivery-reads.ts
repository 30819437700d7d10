import { systemClock } from "../../../adapters/system-clock.ts";
import { dynamodbDeliveryLog } from "../../../adapters/webhooks/dynamodb-delivery-log.ts";
import { dynamodbDeliverySearch } from "../../../adapters/webhooks/dynamodb-delivery-search.ts";
import { storesThrough, tables } from "../../system/service.ts";
import {
  delivery,
  endpointOf,
  gathered,
  keyOfDelivery,
  newestFirst,
  of,
  type PagedRead,
} from "./read-items.ts";

const keys = ["endpointId", "deliveryKey"];

const searched = (state?: "failed"): NonNullable<PagedRead["page"]> => {
  return async ({ client, id }, { limit, from }) => {
    const { deliveryPage } = dynamodbDeliverySearch(client, tables, systemClock);
    const { deliveries, lastKey } = await deliveryPage({
      ...{ organizationId: id, endpointId: endpointOf(id), sinceKey: "", beforeKey: from, limit },
      filter: { eventType: "counter.increment", state },
    });
    return { names: deliveries.map(keyOfDelivery), next: lastKey };
  };
};

export const deliveryReads: PagedRead[] = [
  {
    of: "webhooks/dynamodb-delivery-log.ts list",
    keys,
    items: of(tables.deliveries, delivery),
    async all({ client, id }) {
      const { list } = dynamodbDeliveryLog(client, tables, systemClock);
      const query = { endpointId: endpointOf(id), order: "oldest first" } as const;
      return (await gathered(list(query))).map(keyOfDelivery);
    },
  },
  {
    of: "webhooks/dynamodb-delivery-search.ts by time",
    ...{ keys, hasFilter: true, smallestPage: 2, looksOneFurther: true },
    items: (id, kept) => newestFirst(of(tables.deliveries, delivery)(id, kept)),
    page: searched(),
  },
  {
    of: "webhooks/dynamodb-open-deliveries.ts through the search by state",
    // The entries of its index have 120 bytes: what is asked for is never 1 MB.
    ...{ keys, hasFilter: true, smallestPage: 100, looksOneFurther: true },
    items: (id, kept) => newestFirst(of(tables.deliveries, delivery)(id, kept)),
    page: searched("failed"),
  },
  {
    of: "webhooks/webhook-stores.ts openKeys",
    ...{ sites: 0, keys, smallestPage: 100 },
    items: of(tables.deliveries, delivery),
    async page({ client, id }, { limit, from: after }) {
      const query = { endpointId: endpointOf(id), state: "failed", since: "", after } as const;
      const names = await storesThrough(client).openKeys({ ...query, limit });
      return { names, next: names.length < limit ? null : (names.at(-1) ?? null) };
    },
  },
];
