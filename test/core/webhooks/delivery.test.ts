import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { countEnvelope } from "../../../core/webhooks/count-webhooks.ts";
import { deliveryKeyOf, deriveDeliveryId } from "../../../core/webhooks/delivery-id.ts";
import {
  contractRetryDelays,
  nextStep,
  type Outcome,
} from "../../../core/webhooks/retry-schedule.ts";
import { signature } from "../../../core/webhooks/signed-request.ts";

const count = {
  organizationId: "org_1",
  counterId: "ctr_1",
  counterName: "Gate",
  eventType: "decrement" as const,
  previousCount: 5,
  count: 3,
  delta: -2,
  lastEventId: 17,
  createdAt: "2026-11-21T12:00:00.000Z",
};

test("the envelope is that of contract §6", () => {
  expect(countEnvelope(count)).toEqual({
    id: "counter.decrement:ctr_1:17",
    type: "counter.decrement",
    createdAt: "2026-11-21T12:00:00.000Z",
    data: {
      organizationId: "org_1",
      counterId: "ctr_1",
      counterName: "Gate",
      previousCount: 5,
      count: 3,
      delta: -2,
      lastEventId: 17,
    },
  });
});

test("the signature is the HMAC-SHA256 of <timestamp>.<body>, in lowercase hex, without spaces", () => {
  const signed = { secret: "whsec_x", timestamp: 1_700_000_000, body: '{"a":"é"}' };
  const hex = createHmac("sha256", "whsec_x").update('1700000000.{"a":"é"}').digest("hex");
  expect(signature(signed)).toBe(`t=1700000000,v1=${hex}`);
});

test.each<[string, Outcome, string]>([
  ["200", { kind: "response", status: 200 }, "delivered"],
  ["299", { kind: "response", status: 299 }, "delivered"],
  ["410", { kind: "response", status: 410 }, "stopped"],
])("%s ends the delivery as it says", (_, outcome, state) => {
  for (const attempt of [1, 6])
    expect(nextStep(attempt, outcome)).toEqual({ step: "finish", state });
});

test.each<[string, Outcome]>([
  ["the first redirect", { kind: "response", status: 300 }],
  ["the last informational status", { kind: "response", status: 199 }],
  ["what is next to 410", { kind: "response", status: 409 }],
  ["what is next to 410, above", { kind: "response", status: 411 }],
  ["a refusal", { kind: "response", status: 404 }],
  ["an error", { kind: "response", status: 500 }],
  ["no response", { kind: "no_response", reason: "timed out" }],
])("%s is retried after 30 s, 2 min, 10 min, 1 h and 6 h, then failed", (_, outcome) => {
  const steps = [1, 2, 3, 4, 5].map((attempt) => nextStep(attempt, outcome));
  expect(steps).toEqual(
    contractRetryDelays.map((afterSeconds, index) => ({
      step: "retry",
      attempt: index + 2,
      afterSeconds,
    })),
  );
  expect(contractRetryDelays).toEqual([30, 120, 600, 3_600, 21_600]);
  expect(nextStep(6, outcome)).toEqual({ step: "finish", state: "failed" });
});

const endpointId = "end_0123456789ABCDEFGHIJ";
const idOf = (eventKey: string, createdAt = count.createdAt) =>
  deriveDeliveryId({ eventKey, createdAt, endpointId });

test("one event has one delivery id at an endpoint, and another event another", () => {
  expect(idOf("counter.increment:c:1")).toBe(idOf("counter.increment:c:1"));
  expect(idOf("counter.increment:c:1")).not.toBe(idOf("counter.increment:c:2"));
});

test("a delivery id tells where the delivery is stored, in the order of time", () => {
  const early = deliveryKeyOf(idOf("e:1", "2026-11-21T12:00:00.000Z"));
  const late = deliveryKeyOf(idOf("e:2", "2026-11-21T12:00:00.001Z"));
  expect(early?.endpointId).toBe(endpointId);
  expect((early?.deliveryKey ?? "") < (late?.deliveryKey ?? "")).toBe(true);
  for (const text of ["", "dlv_", "dlv_x", `${idOf("e")}0`])
    expect(deliveryKeyOf(text)).toBeUndefined();
});
