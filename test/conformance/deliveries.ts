import { describe, expect, test } from "vitest";
import { randomBase62 } from "../../adapters/random.ts";
import type { AttemptRecord, DeliveryRecord, DeliveryStore } from "../../core/webhooks/delivery.ts";
import { deriveDeliveryId } from "../../core/webhooks/delivery-id.ts";

/** What every store of deliveries does; `newStore` need not be empty. */
export function deliveryStoreConformance(newStore: () => DeliveryStore): void {
  const store = newStore();

  async function scheduled(): Promise<DeliveryRecord> {
    const record = retryScheduled(newDeliveryId(), "t1");
    expect(await store.recordFirst(record)).toBe(true);
    return record;
  }

  async function claimed(): Promise<DeliveryRecord> {
    const record = await scheduled();
    expect(await store.claim(record.deliveryId, lease("t1", "m1"))).toBe("claimed");
    return record;
  }

  describe("load", () => {
    test("of an unknown delivery finds nothing", async () => {
      expect(await store.load(newDeliveryId())).toBeUndefined();
    });

    test("finds every field as it was written, six full responses included", async () => {
      const record = { ...retryScheduled(newDeliveryId(), "t1"), attempts: sixAttempts };
      await store.recordFirst(record);
      expect(await store.load(record.deliveryId)).toEqual(record);
    });

    test("returns a copy that its owner may change", async () => {
      const record = await scheduled();
      const copy = await store.load(record.deliveryId);
      copy?.attempts.pop();
      expect(await store.load(record.deliveryId)).toEqual(record);
    });
  });

  describe("recordFirst", () => {
    test("writes once only, whatever comes second", async () => {
      const record = await scheduled();
      const other = final(record, "delivered");
      expect(await store.recordFirst(other)).toBe(false);
      expect(await store.recordFirst(record)).toBe(false);
      expect(await store.load(record.deliveryId)).toEqual(record);
    });

    test("succeeds for one of two concurrent calls", async () => {
      const id = newDeliveryId();
      const records = [retryScheduled(id, "t1"), retryScheduled(id, "t2")];
      const written = await Promise.all(records.map((record) => store.recordFirst(record)));
      expect(written.toSorted()).toEqual([false, true]);
      expect(await store.load(id)).toEqual(records[written.indexOf(true)]);
    });

    test("keeps deliveries of one endpoint apart", async () => {
      const endpointId = `end_${randomBase62(20)}`;
      const records = [1, 2].map(() => retryScheduled(newDeliveryId(endpointId), "t1"));
      for (const record of records) expect(await store.recordFirst(record)).toBe(true);
      for (const record of records) expect(await store.load(record.deliveryId)).toEqual(record);
    });
  });

  describe("claim", () => {
    test("is written down with the end of its lease", async () => {
      const record = await claimed();
      const next = { ...record.next, claimedBy: "m1", claimedUntilMs: nowMs + leaseMs };
      expect(await store.load(record.deliveryId)).toEqual({ ...record, next });
    });

    test("is busy for another message with the token while the lease lasts", async () => {
      const { deliveryId } = await claimed();
      for (const ms of [0, leaseMs])
        expect(await store.claim(deliveryId, lease("t1", "m2", nowMs + ms))).toBe("busy");
    });

    test("is given to another message with the token once the lease is over", async () => {
      const { deliveryId } = await claimed();
      const afterwards = nowMs + leaseMs + 1;
      expect(await store.claim(deliveryId, lease("t1", "m2", afterwards))).toBe("claimed");
      expect(await store.claim(deliveryId, lease("t1", "m1", afterwards))).toBe("busy");
      const record = final(retryScheduled(deliveryId, "t1"), "delivered");
      expect(await store.recordRetry(record, { fencingToken: "t1", messageId: "m1" })).toBe(false);
      expect(await store.recordRetry(record, { fencingToken: "t1", messageId: "m2" })).toBe(true);
    });

    test.each([0, leaseMs - 1, leaseMs])("is busy for the same message after %i ms", async (ms) => {
      const { deliveryId } = await claimed();
      expect(await store.claim(deliveryId, lease("t1", "m1", nowMs + ms))).toBe("busy");
    });

    test("is given to the same message again once its lease is over", async () => {
      const { deliveryId } = await claimed();
      const again = lease("t1", "m1", nowMs + leaseMs + 1);
      expect(await store.claim(deliveryId, again)).toBe("claimed");
      expect(await store.claim(deliveryId, again)).toBe("busy");
      const next = { claimedBy: "m1", claimedUntilMs: again.untilMs };
      expect(await store.load(deliveryId)).toMatchObject({ next });
    });

    test("is given to one of two messages that come at the same time", async () => {
      const { deliveryId } = await scheduled();
      const results = await Promise.all(
        ["m1", "m2"].map((messageId) => store.claim(deliveryId, lease("t1", messageId))),
      );
      expect(results.toSorted()).toEqual(["busy", "claimed"]);
    });

    test("is lost with a wrong token", async () => {
      const record = await scheduled();
      expect(await store.claim(record.deliveryId, lease("t2", "m1"))).toBe("lost");
      expect(await store.load(record.deliveryId)).toEqual(record);
    });

    test("of an unknown delivery is lost and makes nothing", async () => {
      const id = newDeliveryId();
      expect(await store.claim(id, lease("t1", "m1"))).toBe("lost");
      expect(await store.load(id)).toBeUndefined();
    });
  });

  describe("recordRetry", () => {
    test("replaces the record, and nobody holds the new attempt yet", async () => {
      const { deliveryId } = await claimed();
      const after = { ...retryScheduled(deliveryId, "t2"), attempts: sixAttempts.slice(0, 2) };
      expect(await store.recordRetry(after, { fencingToken: "t1", messageId: "m1" })).toBe(true);
      expect(await store.load(deliveryId)).toEqual(after);
      expect(await store.claim(deliveryId, lease("t2", "m2"))).toBe("claimed");
    });

    test("holds once only", async () => {
      const { deliveryId } = await claimed();
      const after = retryScheduled(deliveryId, "t2");
      const claim = { fencingToken: "t1", messageId: "m1" };
      const twice = [store.recordRetry(after, claim), store.recordRetry(after, claim)];
      expect((await Promise.all(twice)).toSorted()).toEqual([false, true]);
    });

    test.each([
      ["by a message that did not claim", { fencingToken: "t1", messageId: "m2" }],
      ["with a wrong token", { fencingToken: "t2", messageId: "m1" }],
    ])("is refused %s", async (_, claim) => {
      const record = await claimed();
      const before = await store.load(record.deliveryId);
      expect(await store.recordRetry(final(record, "delivered"), claim)).toBe(false);
      expect(await store.load(record.deliveryId)).toEqual(before);
    });

    test("is refused before anybody claimed", async () => {
      const record = await scheduled();
      const claim = { fencingToken: "t1", messageId: "m1" };
      expect(await store.recordRetry(final(record, "delivered"), claim)).toBe(false);
      expect(await store.load(record.deliveryId)).toEqual(record);
    });

    test("of an unknown delivery makes nothing", async () => {
      const record = retryScheduled(newDeliveryId(), "t1");
      const claim = { fencingToken: "t1", messageId: "m1" };
      expect(await store.recordRetry(record, claim)).toBe(false);
      expect(await store.load(record.deliveryId)).toBeUndefined();
    });

    test.each(["delivered", "stopped", "failed", "cancelled"] as const)(
      "leaves no next attempt when the delivery is %s",
      async (state) => {
        const record = final(await claimed(), state);
        const { deliveryId } = record;
        const claim = { fencingToken: "t1", messageId: "m1" };
        expect(await store.recordRetry(record, claim)).toBe(true);
        expect(await store.load(deliveryId)).toEqual(record);
        expect(await store.load(deliveryId)).not.toHaveProperty("next");
        const later = lease("t1", "m1", nowMs + leaseMs + 1);
        expect(await store.claim(deliveryId, later)).toBe("lost");
        expect(await store.rotate(deliveryId, { from: "t1", to: "t2" })).toBe(false);
        expect(await store.recordRetry(record, claim)).toBe(false);
      },
    );
  });

  describe("rotate", () => {
    test("replaces the token of the next attempt, and the old one no longer claims it", async () => {
      const record = await scheduled();
      const { deliveryId } = record;
      expect(await store.rotate(deliveryId, { from: "t1", to: "t2" })).toBe(true);
      const next = { ...record.next, fencingToken: "t2" };
      expect(await store.load(deliveryId)).toEqual({ ...record, next });
      expect(await store.claim(deliveryId, lease("t1", "m1"))).toBe("lost");
      expect(await store.claim(deliveryId, lease("t2", "m2"))).toBe("claimed");
    });

    test("is refused with a wrong token", async () => {
      const record = await scheduled();
      expect(await store.rotate(record.deliveryId, { from: "t0", to: "t2" })).toBe(false);
      expect(await store.rotate(record.deliveryId, { from: "t0", to: "t1" })).toBe(false);
      expect(await store.load(record.deliveryId)).toEqual(record);
    });

    test("is refused once claimed", async () => {
      const { deliveryId } = await claimed();
      expect(await store.rotate(deliveryId, { from: "t1", to: "t2" })).toBe(false);
      expect(await store.load(deliveryId)).toMatchObject({ next: { fencingToken: "t1" } });
    });

    test("succeeds for one of two concurrent calls", async () => {
      const { deliveryId } = await scheduled();
      const tokens = ["t2", "t3"];
      const rotated = await Promise.all(
        tokens.map((to) => store.rotate(deliveryId, { from: "t1", to })),
      );
      expect(rotated.toSorted()).toEqual([false, true]);
      const fencingToken = tokens[rotated.indexOf(true)];
      expect(await store.load(deliveryId)).toMatchObject({ next: { fencingToken } });
    });

    test("of an unknown delivery makes nothing", async () => {
      const id = newDeliveryId();
      expect(await store.rotate(id, { from: "t1", to: "t2" })).toBe(false);
      expect(await store.load(id)).toBeUndefined();
    });
  });
}

const nowMs = Date.UTC(2030, 0, 1);
const createdAt = new Date(nowMs).toISOString();

export function newDeliveryId(endpointId = `end_${randomBase62(20)}`): string {
  return deriveDeliveryId({ eventKey: newEventId(), createdAt, endpointId });
}

/** A record whose first attempt failed and whose second has the fencing token `token`. */
export function retryScheduled(deliveryId: string, token: string): DeliveryRecord {
  const next = { attempt: 2, dueMs: nowMs + 30_000, fencingToken: token };
  const attempts: AttemptRecord[] = [
    { attempt: 1, at: createdAt, durationMs: 10_000, reason: "no answer within 10 seconds" },
  ];
  return { ...newRecord(deliveryId), state: "retry_scheduled", attempts, next };
}

/** A record as a delivery leaves it that succeeds at once. */
export function deliveredAtOnce(deliveryId: string, response: string): DeliveryRecord {
  const attempts = [{ attempt: 1, at: createdAt, durationMs: 184, status: 200, response }];
  return { ...newRecord(deliveryId), state: "delivered", attempts };
}

export function final(record: DeliveryRecord, state: DeliveryRecord["state"]): DeliveryRecord {
  const { next: _, ...rest } = record;
  return { ...rest, state };
}

/** How long a claim lasts here. */
export const leaseMs = 27_000;

export function lease(token: string, messageId: string, fromMs = nowMs) {
  return { fencingToken: token, messageId, nowMs: fromMs, untilMs: fromMs + leaseMs };
}

const fullResponse = '€\u0000\n"\u{1f600}\ufffd'.padEnd(1_024, "é");

const sixAttempts: AttemptRecord[] = [
  { attempt: 1, at: createdAt, durationMs: 0, status: 500, response: fullResponse },
  { attempt: 2, at: createdAt, durationMs: 10_000, reason: "no answer within 10 seconds" },
  { attempt: 3, at: createdAt, durationMs: 3, status: 302, response: "" },
  { attempt: 4, at: createdAt, durationMs: 3, status: 503 },
  { attempt: 5, at: createdAt, durationMs: 3, status: 500, response: fullResponse },
  { attempt: 6, at: createdAt, durationMs: 3, status: 500, response: fullResponse },
];

function newRecord(deliveryId: string) {
  const organizationId = `org_${randomBase62(20)}`;
  return {
    deliveryId,
    organizationId,
    eventId: newEventId(),
    eventType: "counter.increment" as const,
  };
}

function newEventId(): string {
  return `counter.increment:ctr_${randomBase62(20)}:184467`;
}
