import { describe, expect, onTestFinished, test } from "vitest";
import { localDynamodbClient } from "../../../../adapters/aws/dynamodb-client.ts";
import { dynamodbDeliveries } from "../../../../adapters/webhooks/dynamodb-deliveries.ts";
import { dynamodbDeliveryLog } from "../../../../adapters/webhooks/dynamodb-delivery-log.ts";
import { faultProxy } from "../../../adapters/fault-proxy.ts";
import { clients, endpoint, tables } from "../../../system/service.ts";
import { deliveries } from "../../../system/webhooks/webhook-service.ts";
import { hourMs, messageAt, put, receiverOfNothing } from "./made-deliveries.ts";

const log = dynamodbDeliveryLog(clients.dynamodb, tables, { now: Date.now });

describe("the log in DynamoDB", () => {
  const start = (fencingToken: string) => ({
    attempt: 1 as const,
    dueMs: Date.now(),
    fencingToken,
  });

  test("counts what waits, is held back or failed in the window, up to its limits", async () => {
    const { organization, endpointId } = await receiverOfNothing();
    const of = { organizationId: organization.id, endpointId };
    const nowMs = Date.now();
    const dayMs = 24 * hourMs;
    const next = { attempt: 2, dueMs: nowMs + hourMs, fencingToken: "t" };
    for (const hoursAgo of [1, 20, 200]) await put(messageAt(nowMs - hoursAgo * hourMs, of));
    await put(messageAt(nowMs - 2 * hourMs, of), { state: "retry_scheduled", next });
    await put(messageAt(nowMs - 3 * hourMs, of), { state: "delivered" });
    for (const hoursAgo of [4, 400]) {
      await put(messageAt(nowMs - hoursAgo * hourMs, of), { state: "paused" });
    }
    const aDayAgo = dynamodbDeliveries(clients.dynamodb, tables, {
      now: () => nowMs - dayMs - 1_000,
    });
    const { body: _, attempt: __, ...ids } = messageAt(nowMs - 25 * hourMs, of);
    expect(await aDayAgo.recordFirst({ ...ids, state: "failed", attempts: [] })).toBe(true);
    const count = (limits?: { maximumCounted: number }) =>
      dynamodbDeliveryLog(clients.dynamodb, tables, { now: Date.now }, limits).count(endpointId, {
        failedSinceMs: nowMs - dayMs,
      });
    // Failures count by the time of their last attempt, whatever the age of their event.
    expect(await count()).toEqual({ waiting: 1, heldBack: 2, failed: 3, exact: true });
    expect(await count({ maximumCounted: 3 })).toMatchObject({
      failed: 3,
      exact: true,
    });
    expect(await count({ maximumCounted: 2 })).toMatchObject({
      failed: 2,
      exact: false,
    });
  });

  test("of two concurrent restarts of a delivery, one succeeds", async () => {
    const { tap } = await receiverOfNothing();
    const record = await put(await tap());
    const starts = [start("t1"), start("t2")];
    const restarted = await Promise.all(starts.map((next) => log.restart(record, next)));
    expect(restarted.toSorted()).toEqual([false, true]);
    expect(await deliveries.load(record.deliveryId)).toEqual({
      ...record,
      state: "retry_scheduled",
      next: starts[restarted.indexOf(true)],
    });
  });

  test("restarts neither what was rotated nor what is being sent, but what broke off", async () => {
    const { tap } = await receiverOfNothing();
    const next = { attempt: 2, dueMs: 0, fencingToken: "t1" };
    const nowMs = Date.now();
    const record = await put(await tap(), { state: "retry_scheduled", next });
    const rotated = { ...record, next: { ...next, fencingToken: "t0" } };
    expect(await log.restart(rotated, start("t2"))).toBe(false);
    const claim = { fencingToken: "t1", messageId: "m" };
    await deliveries.claim(record.deliveryId, { ...claim, nowMs, untilMs: nowMs + hourMs });
    expect(await log.restart(record, start("t2"))).toBe(false);
    const lapsed = await put(await tap(), {
      state: "retry_scheduled",
      next: { ...next, claimedBy: "m", claimedUntilMs: nowMs - 1 },
    });
    expect(await log.restart(lapsed, start("t2"))).toBe(true);
  });

  test("knows its own restart when the response was lost", async () => {
    const { tap } = await receiverOfNothing();
    const record = await put(await tap());
    const proxy = await faultProxy(() =>
      proxy.calls.length <= 2 ? "lose the response" : undefined,
    );
    onTestFinished(() => proxy.close());
    const through = localDynamodbClient(proxy.endpoint);
    const deafLog = dynamodbDeliveryLog(through, tables, { now: Date.now });
    expect(endpoint).not.toBe(proxy.endpoint);
    expect(await deafLog.restart(record, start("t1"))).toBe(true);
    expect(proxy.calls).toHaveLength(3);
  });
});
