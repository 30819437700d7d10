import { describe, expect, onTestFinished, test } from "vitest";
import { localDynamodbClient } from "../../../../adapters/aws/dynamodb-client.ts";
import { dynamodbDeliveryLog } from "../../../../adapters/webhooks/dynamodb-delivery-log.ts";
import { faultProxy } from "../../../adapters/fault-proxy.ts";
import { endpoint, outputs } from "../../../system/service.ts";
import { deliveries, webhooks } from "../../../system/webhooks/webhook-service.ts";
import { hourMs, put, receiverOfNothing } from "./made-deliveries.ts";

describe("the log in DynamoDB", () => {
  const start = (token: string) => ({ attempt: 1 as const, dueMs: Date.now(), token });

  test("restarts a delivery once of two times at once", async () => {
    const { tap } = await receiverOfNothing();
    const record = await put(await tap());
    const starts = [start("t1"), start("t2")];
    const restarted = await Promise.all(
      starts.map((next) => webhooks.deliveryLog.restart(record, next)),
    );
    expect(restarted.toSorted()).toEqual([false, true]);
    expect(await deliveries.load(record.deliveryId)).toEqual({
      ...record,
      state: "retry_scheduled",
      next: starts[restarted.indexOf(true)],
    });
  });

  test("restarts neither what was renamed nor what is being sent, but what broke off", async () => {
    const { tap } = await receiverOfNothing();
    const next = { attempt: 2, dueMs: 0, token: "t1" };
    const nowMs = Date.now();
    const record = await put(await tap(), { state: "retry_scheduled", next });
    const renamed = { ...record, next: { ...next, token: "t0" } };
    expect(await webhooks.deliveryLog.restart(renamed, start("t2"))).toBe(false);
    const claim = { token: "t1", messageId: "m" };
    await deliveries.claim(record.deliveryId, { ...claim, nowMs, untilMs: nowMs + hourMs });
    expect(await webhooks.deliveryLog.restart(record, start("t2"))).toBe(false);
    const lapsed = await put(await tap(), {
      state: "retry_scheduled",
      next: { ...next, claimedBy: "m", claimedUntilMs: nowMs - 1 },
    });
    expect(await webhooks.deliveryLog.restart(lapsed, start("t2"))).toBe(true);
  });

  test("knows its own restart when the answer was lost", async () => {
    const { tap } = await receiverOfNothing();
    const record = await put(await tap());
    const proxy = await faultProxy(() => (proxy.calls.length <= 2 ? "lose the answer" : undefined));
    onTestFinished(() => proxy.close());
    const through = localDynamodbClient(proxy.endpoint);
    const log = dynamodbDeliveryLog(through, outputs.DeliveriesTable, { now: Date.now });
    expect(endpoint).not.toBe(proxy.endpoint);
    expect(await log.restart(record, start("t1"))).toBe(true);
    expect(proxy.calls).toHaveLength(3);
  });
});
