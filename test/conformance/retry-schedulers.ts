import { expect, test } from "vitest";
import { randomBase62 } from "../../adapters/random.ts";
import type { AttemptMessage } from "../../core/webhooks/attempt-message.ts";
import type { RetryScheduler } from "../../core/webhooks/deliver.ts";
import type { Lane } from "../../core/webhooks/endpoint-health.ts";
import { newDeliveryId } from "./deliveries.ts";

export interface Arrival {
  message: AttemptMessage;
  lane: Lane;
  atMs: number;
}

export interface RetrySchedulerUnderTest {
  retryScheduler: RetryScheduler;
  now(): number;
  /** The messages of a delivery that have arrived after so much time. */
  arrivals(deliveryId: string, afterMs: number): Promise<Arrival[]>;
}

/** What every retry scheduler does. */
export function retrySchedulerConformance({
  retryScheduler,
  now,
  arrivals,
}: RetrySchedulerUnderTest): void {
  function message(dueMs?: number): AttemptMessage {
    return {
      deliveryId: newDeliveryId(),
      organizationId: "org_1",
      eventId: "counter.increment:ctr_1:1",
      eventType: "counter.increment",
      body: '{"name":"<aws.scheduler.schedule-arn> \\"é\\u{1f600}\uFFFE"}',
      attempt: 2,
      fencingToken: randomBase62(12),
      ...(dueMs !== undefined && { dueMs }),
    };
  }

  test.each<Lane>(["fast", "slow"])("what is due arrives at once in the %s lane", async (lane) => {
    for (const due of [message(), message(now() - 5_000)]) {
      await retryScheduler.schedule(due, lane);
      const [arrival] = await arrivals(due.deliveryId, 2_000);
      expect(arrival).toMatchObject({ message: due, lane });
    }
  });

  test("a message arrives as it was scheduled, and not before it is due", async () => {
    const due = message(now() + 1_200);
    await retryScheduler.schedule(due, "fast");
    const [arrival] = await arrivals(due.deliveryId, 6_000);
    expect(arrival?.message).toEqual(due);
    expect(arrival?.atMs).toBeGreaterThanOrEqual(due.dueMs ?? 0);
  });

  test("scheduled twice it arrives, once or twice, and always the same", async () => {
    const due = message(now() + 1_000);
    await retryScheduler.schedule(due, "slow");
    await retryScheduler.schedule(due, "slow");
    const all = await arrivals(due.deliveryId, 6_000);
    expect(all.length).toBeGreaterThanOrEqual(1);
    expect(all.length).toBeLessThanOrEqual(2);
    for (const { message, lane } of all) expect([message, lane]).toEqual([due, "slow"]);
  });
}
