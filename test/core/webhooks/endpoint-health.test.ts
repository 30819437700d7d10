import { describe, expect, test } from "vitest";
import {
  type EndpointHealth,
  healthChange,
  type Lane,
  laneAfter,
  renewsProbation,
} from "../../../core/webhooks/endpoint-health.ts";

const nowMs = Date.UTC(2026, 10, 21);

const responded = (durationMs: number, status = 200) => ({
  outcome: { kind: "response" as const, status },
  durationMs,
  nowMs,
});
const silent = (durationMs: number) => ({
  outcome: { kind: "no_response" as const, reason: "the connection was refused" },
  durationMs,
  nowMs,
});

describe("the lane", () => {
  test.each<[string, Lane, Parameters<typeof laneAfter>[1], Lane]>([
    ["a prompt response earns the fast lane", "slow", responded(700), "fast"],
    ["a prompt refusal is a response, too", "slow", responded(5, 500), "fast"],
    ["a slow response loses the fast lane", "fast", responded(1_000), "slow"],
    ["a timeout loses the fast lane", "fast", silent(10_000), "slow"],
    ["a response in between changes nothing", "fast", responded(999), "fast"],
    ["a response in between earns nothing", "slow", responded(701), "slow"],
    ["a refused connection holds nobody up", "fast", silent(3), "fast"],
    ["a refused connection earns nothing", "slow", silent(3), "slow"],
  ])("%s", (_, lane, attempt, after) => {
    expect(laneAfter({ lane }, attempt)).toBe(after);
  });

  test("stays slow for a minute after each slow attempt", () => {
    const health = { lane: "slow" as const, lastSlowAtMs: nowMs - 60_000 };
    expect(laneAfter(health, responded(5))).toBe("slow");
    expect(laneAfter({ ...health, lastSlowAtMs: nowMs - 60_001 }, responded(5))).toBe("fast");
    expect(renewsProbation(health, nowMs)).toBe(true);
    expect(renewsProbation({ ...health, lastSlowAtMs: nowMs - 1_000 }, nowMs)).toBe(false);
  });
});

describe("what is written after an attempt", () => {
  const fast: EndpointHealth = { lane: "fast", lastSuccessAtMs: nowMs - 59_999 };
  const inAnHour = "2026-11-21T01:00:00.000Z";
  const told = { watched: { untilMs: 0, failure: { sinceMs: nowMs - 600_000, hours: 1 } } };
  const failing: EndpointHealth = {
    ...fast,
    failingSinceMs: nowMs - 600_000,
    lastError: "HTTP 500",
    lastErrorAtMs: nowMs - 59_999,
  };

  test.each<[string, EndpointHealth, ReturnType<typeof responded>]>([
    ["a success within a minute of the last one that was written", fast, responded(5)],
    ["a failure within a minute of the last one that was written", failing, responded(5, 500)],
  ])("is nothing for %s", (_, health, attempt) => {
    expect(healthChange(health, attempt)).toBeUndefined();
  });

  test.each<
    [string, EndpointHealth, Parameters<typeof healthChange>[1], ReturnType<typeof healthChange>]
  >([
    [
      "the first success, with the lane that it earns",
      { lane: "slow" },
      responded(5),
      { set: { lane: "fast", lastSuccessAtMs: nowMs }, recovered: false },
    ],
    [
      "a success a minute after the last one that was written",
      { ...fast, lastSuccessAtMs: nowMs - 60_000 },
      responded(5, 299),
      { set: { lastSuccessAtMs: nowMs }, recovered: false },
    ],
    [
      "the first failure after a success, at once",
      fast,
      responded(5, 300),
      {
        set: {
          failingSinceMs: nowMs,
          lastError: "HTTP 300",
          lastErrorAtMs: nowMs,
          watchAt: inAnHour,
        },
        recovered: false,
      },
    ],
    [
      "a further failure after a minute, without its beginning",
      { ...failing, lastErrorAtMs: nowMs - 60_000 },
      silent(3),
      {
        set: {
          ...{ lastError: "the connection was refused", lastErrorAtMs: nowMs },
          watchAt: inAnHour,
        },
        recovered: false,
      },
    ],
    [
      "the first success after a failure, at once",
      failing,
      responded(5),
      { set: { lastSuccessAtMs: nowMs }, recovered: true },
    ],
    [
      "a look in a minute, when people were told that it fails",
      { ...failing, ...told, watchAt: inAnHour },
      responded(5),
      { set: { lastSuccessAtMs: nowMs, watchAt: "2026-11-21T00:01:00.000Z" }, recovered: true },
    ],
    [
      "no later look than the one that is due, while an endpoint flaps",
      { ...failing, ...told, watchAt: "2026-11-21T00:00:59.000Z" },
      responded(5),
      { set: { lastSuccessAtMs: nowMs }, recovered: true },
    ],
    [
      "410 as a failure",
      fast,
      responded(5, 410),
      {
        set: {
          failingSinceMs: nowMs,
          lastError: "HTTP 410",
          lastErrorAtMs: nowMs,
          watchAt: inAnHour,
        },
        recovered: false,
      },
    ],
  ])("is %s", (_, health, attempt, change) => {
    expect(healthChange(health, attempt)).toEqual(change);
  });
});
