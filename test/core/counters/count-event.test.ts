import { expect, test } from "vitest";
import { Metadata } from "../../../core/counters/count-event.ts";

/** The sentence with which a value is refused; undefined for one that is taken. */
function reasonOf(value: unknown): string | undefined {
  return Metadata.safeParse(value).error?.issues[0]?.message;
}

const largest = Number.MAX_SAFE_INTEGER;

test.each<[string, unknown]>([
  ["nothing", {}],
  ["anything that JSON has", { a: [1, -0.5, "x", true, null, { b: {} }], "": [] }],
  ["the largest number", { a: largest, b: -largest }],
  ["exactly 1,024 bytes", { a: "x".repeat(1_024 - '{"a":""}'.length) }],
])("metadata may be %s", (_case, value) => {
  expect(reasonOf(value)).toBeUndefined();
});

test.each<[string, unknown, RegExp]>([
  ["1,025 bytes", { a: "x".repeat(1_025 - '{"a":""}'.length) }, /at most 1024 bytes/],
  ["1,025 bytes in fewer characters", { a: "é".repeat(509) }, /at most 1024 bytes/],
  ["a number beyond the largest", { a: largest + 1 }, /no number beyond ±9007199254740991/],
  ["a number below the smallest", { a: [-largest - 1] }, /no number beyond ±9007199254740991/],
  ["an infinite number", { a: { b: Number.POSITIVE_INFINITY } }, /write it as text/],
  ["no number", { a: Number.NaN }, /no number beyond/],
  ["half of a surrogate pair in a text", { a: ["\ud800"] }, /well-formed/],
  ["half of a surrogate pair in a key", { "\udfff": 1 }, /well-formed/],
  ["a key of every object", JSON.parse('{"a":[{"__proto__":1}]}'), /"__proto__"/],
])("metadata may not hold %s", (_case, value, reason) => {
  expect(reasonOf(value)).toMatch(reason);
});
