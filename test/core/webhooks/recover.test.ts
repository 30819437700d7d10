import { expect, test } from "vitest";
import { firstMessage } from "../../../core/webhooks/attempt-message.ts";
import { countResolvers, countWebhook } from "../../../core/webhooks/count-webhooks.ts";
import type { DeliveryRecord } from "../../../core/webhooks/delivery.ts";
import { type RecoverPorts, recover } from "../../../core/webhooks/recover.ts";
import type { DeliveryEndpoint } from "../../../core/webhooks/resend.ts";

const count = {
  organizationId: "org_1",
  counterId: "ctr_1",
  counterName: "Gate",
  eventType: "increment" as const,
  previousCount: 4,
  count: 5,
  delta: 1,
  lastEventId: 7,
  createdAt: "2029-12-31T23:00:00.000Z",
};
const first = firstMessage(countWebhook(count), "end_0123456789ABCDEFGHIJ");
const { deliveryId, organizationId, eventId, eventType } = first;
const identity = { deliveryId, organizationId, eventId, eventType };
const failed: DeliveryRecord = { ...identity, state: "failed", attempts: [] };
const endpoint: DeliveryEndpoint = { plan: "pro", lane: "fast", url: "https://example.com/" };

/** Recovers five failed deliveries at two a second; `sentMs` says when each was sent. */
async function recovery(found: DeliveryEndpoint | undefined) {
  const sentMs: number[] = [];
  let nowMs = 0;
  const ports: RecoverPorts = {
    load: async () => failed,
    endpoint: async () => found,
    resolvers: countResolvers(async () => count),
    restart: async () => true,
    send: async () => void sentMs.push(nowMs),
    newFencingToken: () => "t1",
    now: () => nowMs,
    async sleep(ms) {
      nowMs += ms;
    },
    async *deliveries() {},
    eventsIn: async () => ({ events: [], next: null }),
    recorded: async () => new Set(),
    recordFirst: async () => false,
  };
  const leftOut: string[] = [];
  const result = await recover(ports, Array(5).fill({ deliveryId }), {
    rate: 2,
    isStopped: () => false,
    onProgress: () => {},
    onLeftOut: (_, { reason }) => leftOut.push(reason),
  });
  return { result, sentMs, leftOut };
}

test("a recovery sends at its rate, the first at once", async () => {
  const { result, sentMs } = await recovery(endpoint);
  expect(result).toEqual({ result: "recovered", resent: 5 });
  expect(sentMs).toEqual([0, 500, 1_000, 1_500, 2_000]);
});

test.each<[string, DeliveryEndpoint | undefined]>([
  ["endpoint_deleted", undefined],
  ["plan_required", { ...endpoint, plan: "free" }],
  ["endpoint_paused", { ...endpoint, pausedAt: count.createdAt }],
])("a recovery ends at the first delivery that is refused with %s", async (reason, found) => {
  const { result, leftOut } = await recovery(found);
  expect(result).toMatchObject({ result: "refused", refused: { reason }, resent: 0 });
  expect(leftOut).toEqual([]);
});
