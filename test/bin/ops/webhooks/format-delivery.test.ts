import { expect, test } from "vitest";
import { historyLines } from "../../../../bin/ops/webhooks/format-delivery.ts";
import type { DeliveryRecord } from "../../../../core/webhooks/delivery.ts";

const at = "2030-01-01T00:00:00.000Z";
const nowMs = Date.parse(at) + 5_000;

test("a fresh schedule is marked before its first attempt is made", () => {
  const record: DeliveryRecord = {
    deliveryId: "dlv_1",
    organizationId: "org_1",
    eventId: "counter.increment:ctr_1:7",
    eventType: "counter.increment",
    state: "retry_scheduled",
    attempts: [{ attempt: 6, at, durationMs: 3, status: 500 }],
    next: { attempt: 1, dueMs: nowMs, fencingToken: "t" },
  };
  const made = [`attempt 6  ${at}  3 ms  HTTP 500`, "— resent by hand 2030-01-01T00:00:05.000Z —"];
  expect(historyLines(record, nowMs)).toEqual(made);
  const lease = { claimedBy: "m", claimedUntilMs: nowMs + 1 };
  const sending = { ...record, next: { attempt: 1, dueMs: nowMs, fencingToken: "t", ...lease } };
  expect(historyLines(sending, nowMs)).toEqual([...made, "attempt 1  under way"]);
});
