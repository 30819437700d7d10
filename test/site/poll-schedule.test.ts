import { expect, test } from "vitest";
import { isReconnecting, waitMs } from "../../site/poll-schedule.ts";

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

test("one lost answer is not told", () => {
  expect([0, 1, 2, 3].map(isReconnecting)).toEqual([false, false, true, true]);
});
