import fc from "fast-check";
import { expect, test } from "vitest";
import type { Firing } from "../../../core/alerts/firing.ts";
import { firingWebhook } from "../../../core/webhooks/alert-webhooks.ts";
import { countWebhook } from "../../../core/webhooks/count-webhooks.ts";
import { deliveryKeyOf } from "../../../core/webhooks/delivery-id.ts";
import { dispatch } from "../../../core/webhooks/dispatch.ts";
import { type EndpointFilter, receives } from "../../../core/webhooks/endpoint-filter.ts";
import { type WebhookEvent, WebhookEventType } from "../../../core/webhooks/webhook-event.ts";
import { endpoint } from "./failed-deliveries.ts";

const createdAt = "2030-01-01T00:00:00.000Z";

/** A count of a counter, which was in a group or in none. */
function count(counterId: string, groupId?: string, lastEventId = 1): WebhookEvent {
  return countWebhook({
    ...{ organizationId: "org_1", counterId, counterName: "Gate", eventType: "increment" },
    ...{ previousCount: 0, count: 1, delta: 1, lastEventId, createdAt },
    ...(groupId !== undefined && { groupId }),
  });
}

const fired = {
  ...{ organizationId: "org_1", kind: "absolute" as const, alertId: "alt_1", alertName: "Full" },
  ...{ counterName: "Gate", threshold: 1, capacity: null, percent: null },
  ...{ previousLevel: 0, level: 1, lastEventId: 1, createdAt },
};

function counterAlert(counterId: string, counterGroupId?: string): WebhookEvent {
  const group = { groupId: null, groupName: null };
  const firing: Firing = { ...fired, ...group, scope: "counter", counterId };
  return firingWebhook(counterGroupId === undefined ? firing : { ...firing, counterGroupId });
}

/** A group's alert, which a count of this counter has fired. */
function groupAlert(groupId: string, counterId: string): WebhookEvent {
  return firingWebhook({ ...fired, scope: "group", groupId, groupName: "Hall", counterId });
}

const filter = { counterIds: ["ctr_a"], groupIds: ["grp_a"] };
const all = { events: [...WebhookEventType.options] };

test.each<[what: string, event: WebhookEvent, passes: boolean]>([
  ["a count of a listed counter", count("ctr_a"), true],
  ["a count of a listed counter in another group", count("ctr_a", "grp_b"), true],
  ["a count in a listed group", count("ctr_b", "grp_a"), true],
  ["a count of another counter in no group", count("ctr_b"), false],
  ["a count of another counter in another group", count("ctr_b", "grp_b"), false],
  ["an alert of a listed counter", counterAlert("ctr_a"), true],
  ["an alert of a counter in a listed group", counterAlert("ctr_b", "grp_a"), true],
  ["an alert of another counter in another group", counterAlert("ctr_b", "grp_b"), false],
  ["an alert of a counter stored without its group", counterAlert("ctr_b"), false],
  ["an alert of a listed group", groupAlert("grp_a", "ctr_b"), true],
  ["an alert of another group that a listed counter fired", groupAlert("grp_b", "ctr_a"), false],
])("%s passes a filter: %j", (_, event, passes) => {
  expect(receives({ ...all, filter }, event)).toBe(passes);
  expect(receives(all, event)).toBe(true);
  expect(receives({ events: [] as WebhookEventType[], filter }, event)).toBe(false);
});

test("a filter whose counters and groups are all gone passes nothing", () => {
  const gone = { counterIds: ["ctr_gone"], groupIds: ["grp_gone"] };
  const empty = { counterIds: [], groupIds: [] };
  for (const event of [count("ctr_a", "grp_a"), groupAlert("grp_a", "ctr_a"), counterAlert("c")]) {
    expect(receives({ ...all, filter: gone }, event)).toBe(false);
    expect(receives({ ...all, filter: empty }, event)).toBe(false);
  }
});

test("an alert's body does not say which group its counter was in", () => {
  expect(counterAlert("ctr_a", "grp_a").body).toBe(counterAlert("ctr_a").body);
});

const id = (prefix: string) => fc.constantFrom(...["a", "b", "c"].map((each) => prefix + each));
const someEvent = fc.oneof(
  fc
    .tuple(id("ctr_"), fc.option(id("grp_"), { nil: undefined }), fc.integer({ min: 1, max: 9 }))
    .map(([counterId, groupId, number]) => count(counterId, groupId, number)),
  fc
    .tuple(id("ctr_"), fc.option(id("grp_"), { nil: undefined }))
    .map(([counterId, groupId]) => counterAlert(counterId, groupId)),
  fc.tuple(id("grp_"), id("ctr_")).map(([groupId, counterId]) => groupAlert(groupId, counterId)),
);
const someFilter: fc.Arbitrary<EndpointFilter> = fc.record({
  counterIds: fc.uniqueArray(id("ctr_")),
  groupIds: fc.uniqueArray(id("grp_")),
});
const someEndpoint = fc
  .record({
    events: fc.subarray([...WebhookEventType.options], { minLength: 1 }),
    filter: fc.option(someFilter, { nil: undefined }),
  })
  .map(({ events, filter }) => ({ events, ...(filter !== undefined && { filter }) }));

test("dispatch sends exactly the events that pass, whatever the filters are", async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  let ties = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(someEvent, { maxLength: 8 }),
      fc.array(someEndpoint, { minLength: 1, maxLength: 3 }),
      async (events, choices) => {
        const endpoints = choices.map((choice, index) => {
          const { filter: _, ...rest } = endpoint;
          const endpointId = `end_${String(index).padStart(20, "0")}`;
          return { ...rest, ...choice, id: endpointId };
        });
        ties += events.length - new Set(events.map(({ key }) => key)).size;
        const sent: string[] = [];
        await dispatch(
          {
            endpoints: async () => endpoints,
            async send(attempts) {
              for (const { message } of attempts) sent.push(sentAs(message));
              return [];
            },
          },
          events,
        );
        const expected = events.flatMap((event) =>
          endpoints
            .filter((each) => receives(each, event))
            .map(({ id: endpointId }) => `${endpointId} ${event.key}`),
        );
        expect(sent.toSorted()).toEqual(expected.toSorted());
      },
    ),
    { seed, numRuns: 300 },
  );
  expect(ties).toBeGreaterThan(50);
});

function sentAs(message: { deliveryId: string; eventKey?: string; eventId: string }): string {
  const { deliveryId, eventKey, eventId } = message;
  return `${deliveryKeyOf(deliveryId)?.endpointId} ${eventKey ?? eventId}`;
}
