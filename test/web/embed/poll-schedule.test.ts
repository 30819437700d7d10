import { expect, test } from "vitest";
import { isReconnecting, isStillLive, waitMs } from "../../../web/embed/poll-schedule.ts";

test("a view that is seen is looked at again within two seconds, scattered", () => {
  expect([waitMs("seen", 0, 0), waitMs("seen", 0, 1)]).toEqual([1_500, 2_000]);
});

test("failures in a row wait longer and longer, scattered, and never more than 30 s", () => {
  const longest = [1, 2, 3, 4, 5, 6, 7, 100].map((failures) => waitMs("failed", failures, 1));
  expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  expect(waitMs("failed", 4, 0)).toBe(4_000);
});

test("a session that is gone is looked for every five to ten minutes", () => {
  expect([waitMs("ended", 0, 0), waitMs("ended", 0, 1)]).toEqual([300_000, 600_000]);
});

test.each([
  [0, true],
  [5_000, true],
  [5_001, false],
  [3 * 3_600_000, false],
  [-1, false],
])("%d ms after an answer a view may say that it is live: %s", (elapsedMs, live) => {
  expect(isStillLive(1_000_000, 1_000_000 + elapsedMs)).toBe(live);
});

test("one lost answer is not told", () => {
  expect([0, 1, 2, 3].map(isReconnecting)).toEqual([false, false, true, true]);
});
