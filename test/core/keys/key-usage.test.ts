import { expect, test } from "vitest";
import { type CountedRequests, keyUsage } from "../../../core/keys/key-usage.ts";

const limits = { requestsPerMinute: 60, requestsPerHour: 1_000 };
const noonMs = Date.UTC(2026, 10, 21, 12, 0, 0);
const minute = noonMs / 60_000;
const hour = noonMs / 3_600_000;

function counted(minutes: [number, number][], hours: [number, number][]): CountedRequests {
  return { minute: new Map(minutes), hour: new Map(hours) };
}

test("a key that was never used has no last use", () => {
  expect(keyUsage(counted([], []), limits, noonMs)).toEqual({
    lastUsedAt: null,
    minute: { used: 0, limit: 60 },
    hour: { used: 0, limit: 1_000 },
  });
});

test("the present windows are those of the clock, and the last use is the newest minute", () => {
  const requests = counted(
    [
      [minute - 3, 4],
      [minute, 7],
      [minute - 1, 60],
    ],
    [
      [hour - 1, 900],
      [hour, 11],
    ],
  );
  expect(keyUsage(requests, limits, noonMs + 59_999)).toEqual({
    lastUsedAt: "2026-11-21T12:00:00.000Z",
    minute: { used: 7, limit: 60 },
    hour: { used: 11, limit: 1_000 },
  });
  // A minute later nothing of the new minute is used, and the last use stays what it was.
  expect(keyUsage(requests, limits, noonMs + 60_000)).toMatchObject({
    lastUsedAt: "2026-11-21T12:00:00.000Z",
    minute: { used: 0 },
    hour: { used: 11 },
  });
});

test("a use of long ago is still known", () => {
  const { lastUsedAt, hour: use } = keyUsage(
    counted([[minute, 1]], [[hour, 1]]),
    limits,
    2 * noonMs,
  );
  expect([lastUsedAt, use.used]).toEqual(["2026-11-21T12:00:00.000Z", 0]);
});
