import { afterEach, expect, test, vi } from "vitest";
import type { AttemptMessage } from "../../../core/webhooks/attempt-message.ts";
import type { DeliverResult } from "../../../core/webhooks/deliver.ts";
import { eventMsOf } from "../../../core/webhooks/delivery-id.ts";

vi.stubEnv("POWERTOOLS_METRICS_DISABLED", "false");
vi.stubEnv("POWERTOOLS_LOG_LEVEL", "INFO");
vi.stubEnv("POWERTOOLS_METRICS_NAMESPACE", "test");
const { countAttempt, publishMetrics } = await import("../../../lambdas/webhooks/telemetry.ts");

afterEach(() => void vi.restoreAllMocks());

const message = {
  deliveryId: "dlv_0123456789ABCDEFGHIJ0VsLk2Qz0123456789ABCDEFGHIJ",
  organizationId: "org_1",
  eventId: "counter.increment:ctr_1:7",
  eventType: "counter.increment" as const,
  body: "{}",
  attempt: 1,
};
const eventMs = eventMsOf("0VsLk2Qz");
const startedMs = eventMs + 340;
const finish = (state: "delivered" | "stopped" | "failed"): DeliverResult => ({
  result: "attempted",
  startedMs,
  next: { step: "finish", state },
});
const retry: DeliverResult = {
  result: "attempted",
  startedMs,
  next: { step: "retry", attempt: 2, afterSeconds: 30 },
};

test.each<[string, DeliverResult, string[]]>([
  ["a success", finish("delivered"), ["DeliveryAge", "DeliveriesDelivered"]],
  ["a 410", finish("stopped"), ["DeliveryAge", "DeliveriesStopped"]],
  ["the last failure", finish("failed"), ["DeliveryAge", "DeliveriesFailed"]],
  ["a failure with a retry", retry, ["DeliveryAge", "AttemptsFailed"]],
  ["a cancelled delivery", { result: "cancelled" }, ["DeliveriesCancelled"]],
  ["a delivery that a pause ends", { result: "paused" }, ["DeliveriesPaused"]],
  ["a message that was dropped", { result: "dropped" }, []],
])("the metrics of %s", (_, delivered, metrics) => {
  const names = written(message, delivered).flatMap(({ _aws }) =>
    _aws.CloudWatchMetrics[0].Metrics.map(({ Name }: { Name: string }) => Name),
  );
  expect(names).toEqual(metrics);
});

test("the age of a delivery runs from its event to its first request, apart for slow endpoints", () => {
  expect(written(message, finish("delivered"))).toMatchObject([{ DeliveryAge: 340 }]);
  const [slow] = written(message, retry, "slow");
  expect(slow).toMatchObject({ SlowDeliveryAge: 340 });
  expect(slow).not.toHaveProperty("DeliveryAge");
});

test("an age is never negative, although the clocks of two functions differ", () => {
  const early: DeliverResult = { ...retry, startedMs: eventMs - 3 };
  expect(written(message, early)).toMatchObject([{ DeliveryAge: 0 }]);
});

test.each([
  ["a retry", { attempt: 2, fencingToken: "a" }],
  ["a delivery that is sent again", { fencingToken: "a" }],
])("%s has no age", (_, fields) => {
  const [line] = written({ ...message, ...fields }, finish("delivered"));
  expect(line).not.toHaveProperty("DeliveryAge");
});

test("what a batch has counted is one line, with each age in it", () => {
  const lines = vi.spyOn(process.stdout, "write").mockReset().mockReturnValue(true);
  for (let count = 0; count < 3; count += 1) countAttempt(message, finish("delivered"), "fast");
  publishMetrics();
  publishMetrics();
  expect(linesOf(lines)).toMatchObject([
    { DeliveryAge: [340, 340, 340], DeliveriesDelivered: [1, 1, 1] },
  ]);
});

test.each<[string, Partial<AttemptMessage>, DeliverResult, number]>([
  ["a first attempt that succeeds", {}, finish("delivered"), 0],
  ["a retry that succeeds", { attempt: 2, fencingToken: "a" }, finish("delivered"), 1],
  ["a failure", {}, retry, 1],
  ["a cancelled delivery", {}, { result: "cancelled" }, 1],
  ["a first attempt that a pause ends", {}, { result: "paused" }, 0],
  ["a retry that a pause ends", { attempt: 2, fencingToken: "a" }, { result: "paused" }, 1],
])("whether %s has a line in the log", (_, fields, delivered, count) => {
  const lines = vi.spyOn(process.stdout, "write").mockReset().mockReturnValue(true);
  countAttempt({ ...message, ...fields }, delivered, "fast");
  expect(lines).toHaveBeenCalledTimes(count);
  publishMetrics();
});

/** The lines of metrics that an attempt writes. */
function written(
  attempt: AttemptMessage,
  delivered: DeliverResult,
  lane: "fast" | "slow" = "fast",
) {
  const lines = vi.spyOn(process.stdout, "write").mockReset().mockReturnValue(true);
  countAttempt(attempt, delivered, lane);
  publishMetrics();
  return linesOf(lines).filter((line) => "_aws" in line);
}

function linesOf({ mock }: { mock: { calls: unknown[][] } }) {
  return mock.calls.map(([line]) => JSON.parse(String(line)));
}
