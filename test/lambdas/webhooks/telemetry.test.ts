import { afterEach, expect, test, vi } from "vitest";
import type { DeliverResult } from "../../../core/webhooks/deliver.ts";

// The libraries then write to the console, where a test can listen.
vi.stubEnv("POWERTOOLS_DEV", "true");
vi.stubEnv("POWERTOOLS_METRICS_DISABLED", "false");
vi.stubEnv("POWERTOOLS_METRICS_NAMESPACE", "test");
const { countAttempt } = await import("../../../lambdas/webhooks/telemetry.ts");

afterEach(() => void vi.restoreAllMocks());

const message = {
  deliveryId: "dlv_0123456789ABCDEFGHIJ0VsLk2Qz0123456789ABCDEFGHIJ",
  organizationId: "org_1",
  eventId: "counter.increment:ctr_1:7",
  eventType: "counter.increment" as const,
  body: "{}",
  attempt: 1,
};
const finish = (state: "delivered" | "stopped" | "failed"): DeliverResult => ({
  result: "attempted",
  next: { step: "finish", state },
});
const retry: DeliverResult = {
  result: "attempted",
  next: { step: "retry", attempt: 2, afterSeconds: 30 },
};

test.each<[string, DeliverResult, string[]]>([
  ["a success", finish("delivered"), ["Attempts", "DeliveriesDelivered"]],
  ["a 410", finish("stopped"), ["Attempts", "DeliveriesStopped"]],
  ["the last failure", finish("failed"), ["Attempts", "DeliveriesFailed"]],
  ["a failure with a retry", retry, ["Attempts", "AttemptsFailed"]],
  ["a cancelled delivery", { result: "cancelled" }, ["DeliveriesCancelled"]],
  ["a message that was dropped", { result: "dropped" }, []],
])("the metrics of %s", (_, delivered, metrics) => {
  vi.spyOn(console, "info").mockReturnValue();
  const written = vi.spyOn(console, "log").mockReturnValue();
  countAttempt(message, delivered);
  const lines = written.mock.calls.map(([line]) => JSON.parse(line));
  const names = lines.flatMap(({ _aws }) =>
    _aws.CloudWatchMetrics[0].Metrics.map(({ Name }: { Name: string }) => Name),
  );
  expect(names).toEqual(metrics);
});
