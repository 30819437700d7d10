import { expect, test } from "vitest";
import { isReconnecting, isStillLive, waitMs } from "../../../web/embed/poll-schedule.ts";

test("after a count the next request is sent within two seconds, at a random time", () => {
  expect([waitMs("received", 0, 0), waitMs("received", 0, 1)]).toEqual([1_500, 2_000]);
});

test("failures in a row wait longer and longer, at random, and never more than 30 s", () => {
  const longest = [1, 2, 3, 4, 5, 6, 7, 100].map((failures) => waitMs("failed", failures, 1));
  expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  expect(waitMs("failed", 4, 0)).toBe(4_000);
});

test("a session that is not shared is requested every five to ten minutes", () => {
  expect([waitMs("ended", 0, 0), waitMs("ended", 0, 1)]).toEqual([300_000, 600_000]);
});

test.each([
  [0, true],
  [5_000, true],
  [5_001, false],
  [3 * 3_600_000, false],
  [-1, false],
])("%d ms after a response an embed may say that it is live: %s", (elapsedMs, live) => {
  expect(isStillLive(1_000_000, 1_000_000 + elapsedMs)).toBe(live);
});

test("a single failure is not shown", () => {
  expect([0, 1, 2, 3].map(isReconnecting)).toEqual([false, false, true, true]);
});
