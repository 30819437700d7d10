import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Metrics } from "../../../lambdas/telemetry/metrics.ts";

let lines: unknown[];

beforeEach(() => {
  lines = [];
  vi.stubEnv("SERVICE_NAME", "counting-service");
  vi.stubEnv("METRICS_NAMESPACE", "counting-service-dev");
  const write = (text: unknown) => lines.push(JSON.parse(String(text))) > 0;
  vi.spyOn(process.stdout, "write").mockImplementation(write);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test("metrics are one line in the embedded metric format", () => {
  const metrics = new Metrics();
  metrics.add("Requests", "Count", 1);
  for (const ms of [3, 5]) metrics.add("Latency", "Milliseconds", ms);
  metrics.write({ route: "GET /" });
  metrics.write();
  const units = [
    { Name: "Requests", Unit: "Count" },
    { Name: "Latency", Unit: "Milliseconds" },
  ];
  const Dimensions = [["service", "route"]];
  const described = [{ Namespace: "counting-service-dev", Dimensions, Metrics: units }];
  expect(lines).toEqual([
    {
      _aws: { Timestamp: expect.any(Number), CloudWatchMetrics: described },
      ...{ service: "counting-service", route: "GET /", Requests: 1, Latency: [3, 5] },
    },
  ]);
});

test("a line has at most the 100 values of a metric that CloudWatch takes", () => {
  const metrics = new Metrics();
  for (let count = 0; count < 150; count += 1) metrics.add("Ages", "Milliseconds", count);
  metrics.write();
  const values = (line: unknown) => Object(line).Ages;
  expect(lines.map((line) => values(line).length)).toEqual([100, 50]);
  expect(lines.flatMap(values)).toEqual(Array.from({ length: 150 }, (_, count) => count));
});
