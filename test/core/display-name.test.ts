import { expect, test } from "vitest";
import { DisplayName, displayable, NewName } from "../../core/display-name.ts";

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

const invisible = [
  ["a zero width space", "\u200b"],
  ["a word joiner between others", "\u200d\u2060\u200c"],
  ["marks of direction", "\u200e\u202e\u2066\u2069"],
  ["a soft hyphen", "\u00ad"],
  ["Hangul's filler", "\u3164"],
  ["Braille's blank", "\u2800"],
  ["variation selectors and tags", "\ufe0f\u{e0001}\u{e0041}"],
  ["two that are blank around a space", "\u200b \u200b"],
] as const;

test.each(invisible)("nobody can choose %s as a name, but a stored one can be read", (_, name) => {
  const message = NewName.safeParse(name).error?.issues[0]?.message;
  expect(message).toBe("must have a visible character");
  expect(DisplayName.parse(name)).toBe(name);
  expect(displayable(name)).toBeNull();
});

test.each(["x", "\u200fשלום", "👩\u200d👩\u200d👧", "❤\ufe0f", "a\u200bb", "\u0915\u094d\u200d"])(
  "%j can be seen",
  (name) => {
    expect(NewName.parse(name)).toBe(name);
    expect(displayable(name)).toBe(name);
  },
);

test("an empty name is told that it is empty, and nothing else", () => {
  expect(NewName.safeParse("").error?.issues.map(({ message }) => message)).toEqual([
    "must not be empty",
  ]);
});
