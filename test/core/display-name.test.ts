import { expect, test } from "vitest";
import { DisplayName } from "../../core/display-name.ts";

test.each(["x", "🚪".repeat(200), "\u{10ffff}", "a\u0301", "שלום", "a b"])(
  "%j is a name",
  (name) => {
    expect(DisplayName.parse(name)).toBe(name);
  },
);

test.each([
  ["", "must not be empty"],
  [" ", "must not be empty"],
  ["🚪".repeat(201), "must have at most 200 characters"],
  [" x", "must not begin or end with white space"],
  ["x\u2029", "must not begin or end with white space"],
  ["a\u0000b", "must not contain control characters"],
  ["a\u009fb", "must not contain control characters"],
  ["a\ud83d", "must be well-formed Unicode"],
])("%j is not a name: it %s", (name, reason) => {
  expect(DisplayName.safeParse(name).error?.issues[0]?.message).toBe(reason);
});
