import { expect, test } from "vitest";
import { type Lane, laneAfter, renewsProbation } from "../../../core/webhooks/endpoint-health.ts";

const nowMs = Date.UTC(2026, 10, 21);

const answered = (durationMs: number, status = 200) => ({
  outcome: { kind: "answered" as const, status },
  durationMs,
  nowMs,
});
const silent = (durationMs: number) => ({
  outcome: { kind: "no_answer" as const, reason: "the connection was refused" },
  durationMs,
  nowMs,
});

test.each<[string, Lane, Parameters<typeof laneAfter>[1], Lane]>([
  ["a prompt answer earns the fast lane", "slow", answered(700), "fast"],
  ["a prompt refusal is an answer, too", "slow", answered(5, 500), "fast"],
  ["a slow answer loses the fast lane", "fast", answered(1_000), "slow"],
  ["a timeout loses the fast lane", "fast", silent(10_000), "slow"],
  ["an answer in between changes nothing", "fast", answered(900), "fast"],
  ["an answer in between earns nothing", "slow", answered(900), "slow"],
  ["a refused connection holds nobody up", "fast", silent(3), "fast"],
  ["a refused connection earns nothing", "slow", silent(3), "slow"],
])("%s", (_, lane, attempt, after) => {
  expect(laneAfter({ lane }, attempt)).toBe(after);
});

test("an endpoint that hangs now and then stays in the slow lane for a minute after each time", () => {
  const standing = { lane: "slow" as const, lastSlowAtMs: nowMs - 60_000 };
  expect(laneAfter(standing, answered(5))).toBe("slow");
  expect(laneAfter({ ...standing, lastSlowAtMs: nowMs - 60_001 }, answered(5))).toBe("fast");
  expect(renewsProbation(standing, nowMs)).toBe(true);
  expect(renewsProbation({ ...standing, lastSlowAtMs: nowMs - 1_000 }, nowMs)).toBe(false);
});
