import { afterEach, expect, test, vi } from "vitest";

vi.stubEnv("POWERTOOLS_METRICS_DISABLED", "false");
vi.stubEnv("POWERTOOLS_METRICS_NAMESPACE", "test");
const { countRequest } = await import("../../../lambdas/http/telemetry.ts");

afterEach(() => void vi.restoreAllMocks());

test.each([
  [200, { Refusals: 0 }],
  [404, { Refusals: 0 }],
  [401, { Refusals: 1, UnknownKeyRefusals: 1 }],
  [403, { Refusals: 1, PlanRefusals: 1 }],
  [429, { Refusals: 1, RateLimitRefusals: 1 }],
])("the metrics of a request with the status %i", (status, refusals) => {
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  countRequest({ route: "GET /", status, durationMs: 3 });
  const { _aws, service: _, route, ...metrics } = JSON.parse(String(written.mock.calls[0]?.[0]));
  expect(route).toBe("GET /");
  expect(metrics).toEqual({ Requests: 1, Latency: 3, ...refusals });
});
