import { expect, test } from "vitest";
import { webhookStep } from "../../../../core/operations/smoke/delivery-steps.ts";
import type { Smoke, SmokePorts } from "../../../../core/operations/smoke/smoke-organization.ts";

const control = { onResult() {}, onWait() {}, isStopped: () => false, skipRetry: false };

/** A service with these deliveries, on a clock that only waiting moves. */
function step(...deliveries: object[]) {
  let nowMs = 0;
  const ports: Pick<SmokePorts, "deliveries" | "now" | "wait"> = {
    async *deliveries() {
      yield* deliveries as never[];
    },
    now: () => nowMs,
    async wait(ms) {
      nowMs += ms;
    },
  };
  return webhookStep(ports as SmokePorts, { endpointId: "whe" } as Smoke, control);
}

const delivered = {
  eventType: "counter.increment",
  state: "delivered",
  attempts: [{ status: 204 }],
};

test("the webhook of a count passes once the receiver has accepted it", async () => {
  expect(await step({ eventType: "counter.reset" }, delivered)()).toBe(
    "the receiver accepted its signature",
  );
});

test.each([
  [
    "is signed with another secret",
    { ...delivered, state: "retry_scheduled", attempts: [{ status: 401, response: "No" }] },
    "the webhook is retry_scheduled: the receiver responded 401 No",
  ],
  ["is not sent", { eventType: "counter.reset" }, "after 120 s, no counter.increment was sent"],
])("a webhook that %s fails, and says what the receiver said", async (_, found, message) => {
  await expect(step(found)()).rejects.toThrow(new Error(message));
});
