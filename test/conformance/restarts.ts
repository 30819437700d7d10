import { expect, test } from "vitest";
import type { DeliveryRecord, DeliveryState, DeliveryStore } from "../../core/webhooks/delivery.ts";
import type { FreshStart } from "../../core/webhooks/resend.ts";
import { final, lease, leaseMs, newDeliveryId, retryScheduled } from "./deliveries.ts";

export interface RestartableStore {
  store: DeliveryStore;
  /** The operator's conditional write, at a time of his clock. */
  restart(record: DeliveryRecord, next: FreshStart, nowMs: number): Promise<boolean>;
}

const nowMs = Date.UTC(2030, 0, 1);
const next: FreshStart = { attempt: 1, dueMs: nowMs, fencingToken: "fresh" };

/** What every store does when an operator has a delivery sent again. */
export function restartConformance({ store, restart }: RestartableStore): void {
  async function stored(record: DeliveryRecord): Promise<DeliveryRecord> {
    expect(await store.recordFirst(record)).toBe(true);
    return record;
  }

  test.each<DeliveryState>(["delivered", "stopped", "failed", "cancelled"])(
    "a %s delivery gets a fresh schedule and keeps its attempts",
    async (state) => {
      const record = await stored(final(retryScheduled(newDeliveryId(), "t1"), state));
      expect(await restart(record, next, nowMs)).toBe(true);
      const restarted = { ...record, state: "retry_scheduled", next };
      expect(await store.load(record.deliveryId)).toEqual(restarted);
      expect(await store.claim(record.deliveryId, lease("fresh", "m1"))).toBe("claimed");
    },
  );

  test("a waiting retry is replaced, and its message no longer claims it", async () => {
    const record = await stored(retryScheduled(newDeliveryId(), "t1"));
    expect(await restart(record, next, nowMs)).toBe(true);
    expect(await store.claim(record.deliveryId, lease("t1", "m1"))).toBe("lost");
  });

  test("it is refused while an attempt is in flight, and not after its lease", async () => {
    const record = await stored(retryScheduled(newDeliveryId(), "t1"));
    await store.claim(record.deliveryId, lease("t1", "m1"));
    expect(await restart(record, next, nowMs + leaseMs)).toBe(false);
    expect(await restart(record, next, nowMs + leaseMs + 1)).toBe(true);
  });

  test("it is refused when the record is not as it was read", async () => {
    const read = await stored(retryScheduled(newDeliveryId(), "t1"));
    await store.rotate(read.deliveryId, { from: "t1", to: "t2" });
    expect(await restart(read, next, nowMs)).toBe(false);
    expect(await restart(final(read, "failed"), next, nowMs)).toBe(false);
    expect(await store.load(read.deliveryId)).toMatchObject({ next: { fencingToken: "t2" } });
  });

  test("of two operators at the same time one succeeds", async () => {
    const record = await stored(final(retryScheduled(newDeliveryId(), "t1"), "failed"));
    const starts = ["a", "b"].map((fencingToken) =>
      restart(record, { ...next, fencingToken }, nowMs),
    );
    expect((await Promise.all(starts)).toSorted()).toEqual([false, true]);
  });

  test("of an unknown delivery it makes nothing", async () => {
    const record = final(retryScheduled(newDeliveryId(), "t1"), "failed");
    expect(await restart(record, next, nowMs)).toBe(false);
    expect(await store.load(record.deliveryId)).toBeUndefined();
  });
}
