import { expect, test } from "vitest";
import { rateLimitStatus, tightestPolicy, windowsAt } from "../../../core/keys/rate-limit.ts";
import { requestLimits } from "../../../core/organizations/plan.ts";

const noon = Date.UTC(2026, 10, 21, 12, 0, 0);

test("the limits are those of contract §8", () => {
  expect(requestLimits("pro")).toEqual({ requestsPerMinute: 60, requestsPerHour: 1_000 });
  expect(requestLimits("enterprise")).toEqual({ requestsPerMinute: 300, requestsPerHour: 10_000 });
});

test("windows are the clock's minute and hour", () => {
  expect(windowsAt(noon + 59_999)).toEqual(windowsAt(noon));
  expect(windowsAt(noon + 60_000).minute).toBe(windowsAt(noon).minute + 1);
  expect(windowsAt(noon + 60_000).hour).toBe(windowsAt(noon).hour);
  expect(windowsAt(noon + 3_600_000).hour).toBe(windowsAt(noon).hour + 1);
});

test.each([
  ["at the beginning of a window", noon, 60, 3600],
  ["in the middle", noon + 30_500, 30, 3570],
  ["in its last millisecond", noon + 59_999, 1, 3541],
])("reset counts whole seconds to the end of the window: %s", (_, nowMs, minute, hour) => {
  const status = rateLimitStatus(requestLimits("pro"), { minute: 1, hour: 1 }, nowMs);
  expect([status.minute.resetSeconds, status.hour.resetSeconds]).toEqual([minute, hour]);
});

test.each([
  ["the minute while it has fewer left", { minute: 50, hour: 50 }, "minute"],
  ["the hour once it has fewer left", { minute: 10, hour: 990 }, "hour"],
  ["the longer wait when both are used up", { minute: 60, hour: 1_000 }, "hour"],
])("the tightest policy is %s", (_, used, name) => {
  const status = rateLimitStatus(requestLimits("pro"), used, noon + 1);
  expect(tightestPolicy(status).name).toBe(name);
});

test("remaining never falls below zero, for example after a change to a smaller plan", () => {
  const status = rateLimitStatus(requestLimits("pro"), { minute: 250, hour: 5_000 }, noon);
  expect([status.minute.remaining, status.hour.remaining]).toEqual([0, 0]);
});
