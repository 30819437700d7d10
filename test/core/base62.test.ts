import { expect, test } from "vitest";
import { fromBase62, toBase62 } from "../../core/base62.ts";

test.each([0, 1, 61, 62, 1_893_456_000_000])("%i is read as it was written", (value) => {
  expect(toBase62(value, 8)).toHaveLength(8);
  expect(fromBase62(toBase62(value, 8))).toBe(value);
});

// A stored time before 1970 must not keep a function busy until Lambda ends it.
test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])("%d is refused", (value) => {
  expect(() => toBase62(value, 8)).toThrow(RangeError);
});
