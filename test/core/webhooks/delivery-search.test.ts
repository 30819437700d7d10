import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toBase62 } from "../../../core/base62.ts";
import type { DeliveryRecord } from "../../../core/webhooks/delivery.ts";
import { deliveryIdFromKey, deliveryKeyOf } from "../../../core/webhooks/delivery-id.ts";
import {
  type DeliverySearch,
  type DeliveryStreamQuery,
  maximumSearched,
  searchDeliveries,
  searchPageSize,
} from "../../../core/webhooks/delivery-search.ts";

const organizationId = "org_1";
const endpointIds = ["end_0000000000000000000A", "end_0000000000000000000B"];

function record(endpointId: string, eventMs: number, state: DeliveryRecord["state"] = "delivered") {
  const deliveryKey = `${toBase62(eventMs, 8)}${endpointId.slice(4)}`;
  return {
    deliveryId: deliveryIdFromKey({ endpointId, deliveryKey }),
    organizationId,
    eventId: "counter.increment:ctr_1:1",
    eventType: "counter.increment" as const,
    state,
    attempts: [],
  };
}

const keyOf = ({ deliveryId }: DeliveryRecord) => deliveryKeyOf(deliveryId)?.deliveryKey ?? "";

/** Streams over records in memory; `looked` counts what each page looked at. */
function ports(records: DeliveryRecord[]) {
  const looked: number[] = [];
  return {
    looked,
    async deliveryPage({ endpointId, filter, sinceKey, beforeKey, limit }: DeliveryStreamQuery) {
      const all = records
        .filter(({ deliveryId }) => deliveryKeyOf(deliveryId)?.endpointId === endpointId)
        .filter((each) => keyOf(each) >= sinceKey && (!beforeKey || keyOf(each) < beforeKey))
        .sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1));
      const some = all.slice(0, limit);
      looked.push(some.length);
      const last = some.at(-1);
      return {
        deliveries: some.filter(
          ({ state }) => filter.state === undefined || state === filter.state,
        ),
        searchedCount: some.length,
        lastKey: all.length > limit && last !== undefined ? keyOf(last) : null,
      };
    },
  };
}

/** All pages of a search, one after the other. */
async function all(records: DeliveryRecord[], search: Partial<DeliverySearch> = {}) {
  const found: DeliveryRecord[] = [];
  let from: string | undefined;
  do {
    const page = await searchDeliveries(ports(records), {
      ...{ organizationId, endpointIds, filter: {}, from },
      ...search,
      ...(from !== undefined && { from }),
    });
    expect(page.deliveries.length).toBeLessThanOrEqual(searchPageSize);
    expect(page.searchedCount).toBeLessThanOrEqual(maximumSearched + 250);
    found.push(...page.deliveries);
    from = page.next ?? undefined;
  } while (from !== undefined);
  return found;
}

const someRecords = fc.uniqueArray(
  fc.record({
    endpointId: fc.constantFrom(...endpointIds),
    eventMs: fc.integer({ min: 1, max: 400 }),
    state: fc.constantFrom<DeliveryRecord["state"]>("delivered", "failed"),
  }),
  {
    maxLength: 400,
    size: "max",
    selector: ({ endpointId, eventMs }) => `${endpointId} ${eventMs}`,
  },
);

test("the pages have each delivery of all endpoints once, newest event first", async () => {
  let ties = 0;
  await fc.assert(
    fc.asyncProperty(someRecords, fc.boolean(), async (made, filtered) => {
      const records = made.map(({ endpointId, eventMs, state }) =>
        record(endpointId, eventMs, state),
      );
      ties += made.length - new Set(made.map(({ eventMs }) => eventMs)).size;
      const wanted = records.filter(({ state }) => !filtered || state === "failed");
      const found = await all(records, { filter: filtered ? { state: "failed" } : {} });
      const newestFirst = wanted.map(keyOf).toSorted().toReversed();
      expect(found.map(keyOf)).toEqual(newestFirst);
    }),
    { numRuns: 60 },
  );
  expect(ties).toBeGreaterThan(100);
});

test("a search stops where it has looked at enough, and says how far it looked", async () => {
  const [endpointId = ""] = endpointIds;
  const many = Array.from({ length: 3_000 }, (_, index) => record(endpointId, 10_000 + index));
  const last = record(endpointId, 10_000 + 2_000, "failed");
  many[2_000] = last;
  const old = record(endpointId, 5, "failed");
  const search = { organizationId, endpointIds, filter: { state: "failed" as const } };
  const page = await searchDeliveries(ports([...many, old]), search);
  expect(page).toMatchObject({ deliveries: [last], searchedCount: maximumSearched });
  expect(page.searchedBackTo).toBe(new Date(10_000 + 2_000).toISOString());
  expect((await all([...many, old], search)).map(keyOf)).toEqual([last, old].map(keyOf));
});

test("a search keeps to its times", async () => {
  const [endpointId = ""] = endpointIds;
  const records = [1_000, 2_000, 3_000].map((ms) => record(endpointId, ms));
  const found = await all(records, { sinceMs: 2_000, untilMs: 3_000 });
  expect(found.map(keyOf)).toEqual([keyOf(record(endpointId, 2_000))]);
});
