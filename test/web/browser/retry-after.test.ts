import { expect, test } from "vitest";
import { retryAfterSeconds } from "../../../web/browser/retry-after.ts";

const nowMs = Date.UTC(2026, 10, 28, 12, 0, 0);

test.each([
  ["7", 7],
  ["0", 0],
  [" 7 ", 7],
  ["Sat, 28 Nov 2026 12:00:30 GMT", 30],
  ["Sat, 28 Nov 2026 11:59:00 GMT", 0],
  ["Sat, 99 Nov 2026 12:00:30 GMT", null],
  // What Date.parse takes for a year or a month.
  ["-1", null],
  ["1.5", null],
  ["may 1", null],
  ["", null],
  [null, null],
])("Retry-After %j asks to wait for %j s", (header, seconds) => {
  expect(retryAfterSeconds(header, nowMs)).toBe(seconds);
});
