import { expect, test } from "vitest";
import { retryAfterOf } from "../../../web/browser/retry-after.ts";

const date = "Sat, 28 Nov 2026 12:00:00 GMT";

test.each([
  ["7", { date }, "7"],
  ["soon", { date }, "soon"],
  ["Sat, 28 Nov 2026 12:00:30 GMT", { date }, "30"],
  ["Sat, 28 Nov 2026 11:59:00 GMT", { date }, "0"],
  ["Sat, 99 Nov 2026 12:00:30 GMT", { date }, null],
  ["Sat, 28 Nov 2026 12:00:30 GMT", {}, null],
])("Retry-After %j in a response of %j means %j seconds", (retryAfter, others, seconds) => {
  const headers = new Headers({ ...others, "retry-after": retryAfter });
  expect(retryAfterOf(headers)).toBe(seconds);
});
