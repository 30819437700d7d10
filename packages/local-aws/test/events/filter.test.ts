import { expect, test } from "vitest";
import { compileFilter } from "../../events/filter.ts";
import { StartError } from "../../start-error.ts";

const record = {
  eventName: "INSERT",
  body: { size: 7, name: "Gate A", tags: ["x", "y"], none: null, nested: [{ a: 1 }, { a: 2 }] },
};

test.each<[boolean, object]>([
  [true, { eventName: ["INSERT"] }],
  [true, { eventName: ["REMOVE", "INSERT"] }],
  [false, { eventName: ["MODIFY"] }],
  [false, { eventName: ["INSERT"], body: { size: [8] } }],
  [true, { body: { size: [7], none: [null] } }],
  [true, { body: { name: [{ prefix: "Gate" }] } }],
  [true, { body: { name: [{ suffix: "A" }] } }],
  [false, { body: { name: [{ suffix: "B" }] } }],
  [true, { body: { name: [{ "equals-ignore-case": "gATE a" }] } }],
  [true, { body: { name: [{ "anything-but": "Gate B" }] } }],
  [false, { body: { name: [{ "anything-but": ["Gate A", "Gate B"] }] } }],
  [false, { body: { name: [{ "anything-but": { prefix: "Gate" } }] } }],
  [false, { body: { absent: [{ "anything-but": "x" }] } }],
  [true, { body: { absent: [{ exists: false }], name: [{ exists: true }] } }],
  [false, { nothing: { here: [{ exists: true }] } }],
  [true, { nothing: { here: [{ exists: false }] } }],
  [true, { body: { size: [{ numeric: [">", 5, "<=", 7] }] } }],
  [false, { body: { size: [{ numeric: ["<", 7] }] } }],
  [false, { body: { name: [{ numeric: [">", 0] }] } }],
  [true, { body: { tags: ["y"] } }],
  [true, { body: { nested: { a: [2] } } }],
  [true, { $or: [{ eventName: ["REMOVE"] }, { body: { size: [7] } }] }],
])("%s: %j", (expected, pattern) => {
  expect(compileFilter([JSON.stringify(pattern)])(record)).toBe(expected);
});

test("a record passes when any of the patterns matches, and when there is none", () => {
  const patterns = ['{"eventName":["REMOVE"]}', '{"eventName":["INSERT"]}'];
  expect(compileFilter(patterns)(record)).toBe(true);
  expect(compileFilter([])(record)).toBe(true);
});

test.each(['{"a":[{"wildcard":"x*"}]}', '{"a":[{"numeric":["~",1]}]}', "[1]", "nonsense"])(
  "what is not known is an error: %s",
  (pattern) => {
    expect(() => compileFilter([pattern])).toThrow(StartError);
  },
);
