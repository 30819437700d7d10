import { expect, test } from "vitest";
import { randomBase62 } from "../../adapters/random.ts";
import type { RetryScheduler } from "../../core/webhooks/deliver.ts";
import type { AttemptMessage } from "../../core/webhooks/delivery.ts";
import type { Lane } from "../../core/webhooks/endpoint-health.ts";
import { newDeliveryId } from "./deliveries.ts";

export interface Arrival {
  message: AttemptMessage;
  lane: Lane;
  atMs: number;
}

export interface CarrierUnderTest {
  carrier: RetryScheduler;
  now(): number;
  /** What has come of a delivery once so much time has passed. */
  arrivals(deliveryId: string, afterMs: number): Promise<Arrival[]>;
}

/** What every way of carrying messages does. */
export function carrierConformance({ carrier, now, arrivals }: CarrierUnderTest): void {
  function message(dueMs?: number): AttemptMessage {
    return {
      deliveryId: newDeliveryId(),
      organizationId: "org_1",
      eventId: "counter.increment:ctr_1:1",
      eventType: "counter.increment",
      body: '{"name":"<aws.scheduler.schedule-arn> \\"é\\u{1f600}\uFFFE"}',
      attempt: 2,
      token: randomBase62(12),
      ...(dueMs !== undefined && { dueMs }),
    };
  }

  test.each<Lane>(["fast", "slow"])("what is due arrives at once in the %s lane", async (lane) => {
    for (const due of [message(), message(now() - 5_000)]) {
      await carrier.carry(due, lane);
      const [arrival] = await arrivals(due.deliveryId, 2_000);
      expect(arrival).toMatchObject({ message: due, lane });
    }
  });

  test("a message arrives as it was carried, and not before it is due", async () => {
    const due = message(now() + 1_200);
    await carrier.carry(due, "fast");
    const [arrival] = await arrivals(due.deliveryId, 6_000);
    expect(arrival?.message).toEqual(due);
    expect(arrival?.atMs).toBeGreaterThanOrEqual(due.dueMs ?? 0);
  });

  test("carried twice it arrives, once or twice, and always the same", async () => {
    const due = message(now() + 1_000);
    await carrier.carry(due, "slow");
    await carrier.carry(due, "slow");
    const all = await arrivals(due.deliveryId, 6_000);
    expect(all.length).toBeGreaterThanOrEqual(1);
    expect(all.length).toBeLessThanOrEqual(2);
    for (const { message, lane } of all) expect([message, lane]).toEqual([due, "slow"]);
  });
}
