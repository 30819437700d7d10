import { expect, test } from "vitest";
import type { DeliveryView } from "../../../../api/private/deliveries.ts";
import { nextRetryOf } from "../../../../web/console/webhooks/endpoint-now.tsx";

const waiting = (nextAttemptAt: string | null): DeliveryView => ({
  ...{ id: "dlv_1", endpointId: "whe_1", state: "retry_scheduled", eventId: "e" },
  ...{ eventType: "counter.increment", alertId: null, eventAt: "2026-11-22T12:00:00.000Z" },
  ...{ attemptCount: 1, lastAttempt: null, nextAttemptAt },
});
const late = ["2026-11-22T12:09:00.000Z", null, "2026-11-22T12:02:00.000Z"].map(waiting);

test("the next retry is the earliest of all, and of the first page of them one at the latest", () => {
  const at = "2026-11-22T12:02:00.000Z";
  expect(nextRetryOf({ deliveries: late, next: null })).toEqual({ at, isExact: true });
  expect(nextRetryOf({ deliveries: late, next: "more" })).toEqual({ at, isExact: false });
  expect(nextRetryOf({ deliveries: [], next: null })).toBeUndefined();
});
