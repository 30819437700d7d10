import type { EventRow, eventRoutes } from "../../api/private/deliveries.ts";
import { listFiringPage } from "../../core/alerts/firing.ts";
import { allInOrder } from "../../core/all-in-order.ts";
import type { ListedCount } from "../../core/counters/count-event.ts";
import type { CounterKey } from "../../core/counters/counter.ts";
import type { StoredCounters } from "../../core/counters/counter-lookup.ts";
import { sortByAge } from "../../core/list-order.ts";
import { firingWebhook } from "../../core/webhooks/alert-webhooks.ts";
import { countWebhook } from "../../core/webhooks/count-webhooks.ts";
import { shownState } from "../../core/webhooks/delivery.ts";
import type { StoredEndpoint } from "../../core/webhooks/endpoint.ts";
import { receives } from "../../core/webhooks/endpoint-filter.ts";
import { eventDeliveries, type ReadProgress } from "../../core/webhooks/event-deliveries.ts";
import type { WebhookEvent } from "../../core/webhooks/webhook-event.ts";
import type { PrivateHandlers } from "../private-api/area-handler.ts";
import { notFound } from "../private-api/resource-errors.ts";

interface EventPorts {
  counters: Pick<StoredCounters, "get">;
  /** Newest first. */
  newestCounts(
    counter: CounterKey,
    page: { before: number | undefined; limit: number },
  ): Promise<ListedCount[]>;
  firings: Parameters<typeof listFiringPage>[0]["firings"];
  listStored(organizationId: string): Promise<StoredEndpoint[]>;
  progress: ReadProgress;
  now(): number;
}

/** Each with up to ten deliveries, which are one key each to read. */
const eventsOfPage = 25;

type Shown = Omit<EventRow, "deliveries">;

interface Page {
  events: { webhook: WebhookEvent; shown: Shown }[];
  next: string | null;
}

/** What was counted and what fired, with what became of each at the endpoints. */
export function eventHandlers(ports: EventPorts): PrivateHandlers<typeof eventRoutes> {
  return {
    "GET /api/webhooks/{organizationId}/events": async ({ member: { organizationId }, query }) => {
      const reading =
        query.of === "alerts"
          ? firings(organizationId, query.before)
          : counts({ organizationId, counterId: query.counter }, query.before);
      const [page, stored] = await allInOrder([reading, ports.listStored(organizationId)]);
      const endpoints = sortByAge(stored);
      const webhooks = page.events.map(({ webhook }) => webhook);
      const ids = endpoints.map(({ id }) => id);
      const deliveries = await eventDeliveries(ports.progress, webhooks, ids);
      const nowMs = ports.now();
      const events = page.events.map(({ webhook, shown }, index) => {
        const ofEvent = (deliveries[index] ?? []).map(({ progress, ...ids }, column) => {
          const endpoint = endpoints[column];
          return {
            ...ids,
            state: progress === undefined ? null : shownState(progress, nowMs),
            receives: endpoint !== undefined && receives(endpoint, webhook),
          };
        });
        return { ...shown, deliveries: ofEvent };
      });
      const heads = endpoints.map(({ id, name = null, url }) => ({ id, name, url }));
      return { body: { events, endpoints: heads, next: page.next } };
    },
  };

  async function counts(
    key: { organizationId: string; counterId: string },
    before: number | undefined,
  ): Promise<Page> {
    const [counter, events] = await allInOrder([
      ports.counters.get(key),
      ports.newestCounts(key, { before, limit: eventsOfPage }),
    ]);
    if (counter === undefined) throw notFound("counter");
    const shown = events.map((each) => {
      const webhook = countWebhook(each);
      return { webhook, shown: { ...shownOf(webhook), name: counter.name, ...change(each) } };
    });
    const last = events.length < eventsOfPage ? undefined : events.at(-1)?.lastEventId;
    return { events: shown, next: last === undefined ? null : String(last) };
  }

  async function firings(organizationId: string, before: string | undefined): Promise<Page> {
    const page = { from: before, limit: eventsOfPage };
    const { firings, next } = await listFiringPage(
      { firings: ports.firings, clock: ports },
      { organizationId, ...page },
    );
    const events = firings.map((firing) => {
      const webhook = firingWebhook(firing);
      const { alertName: name, previousLevel, level } = firing;
      const change = { tappedAt: null, before: previousLevel, after: level };
      return { webhook, shown: { ...shownOf(webhook), name, ...change } };
    });
    return { events, next };
  }
}

function shownOf({ eventId, eventType, createdAt }: WebhookEvent) {
  return { id: eventId, type: eventType, at: createdAt };
}

function change({ tappedAt, previousCount, count }: ListedCount) {
  return { tappedAt, before: previousCount, after: count };
}
