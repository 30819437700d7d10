import { expect, test } from "vitest";
import { looksOf } from "../../../web/embed/looks.ts";

const looks = (query: string) => looksOf(new URLSearchParams(query));

test.each([
  ["", undefined, false],
  ["theme=auto", undefined, false],
  ["theme=light", "light", false],
  ["theme=dark", "dark", false],
  ["theme=transparent", "light", true],
  ["theme=transparent-dark", "dark", true],
  ["theme=url(x)", undefined, false],
])("%j is the scheme %s, transparent: %s", (query, scheme, isTransparent) => {
  expect(looks(query)).toMatchObject({ scheme, isTransparent });
});

test.each([
  ["1552c8", "#1552c8"],
  ["%231552C8", "#1552c8"],
  ["f80", "#ff8800"],
  ["red", undefined],
  ["12345", undefined],
  ["url(https://evil.example/x)", undefined],
  ["1552c8;background:url(x)", undefined],
])("the accent %s is %s", (accent, color) => {
  expect(looks(`accent=${accent}`).accent).toBe(color);
});

test("a label is one line of at most 60 characters", () => {
  expect(looks(`label=${"🚪".repeat(70)}`).label).toBe("🚪".repeat(60));
  expect(looks("label=a%0A%E2%80%A8b").label).toBe("a b");
  expect(looks("label=%20").label).toBeUndefined();
});

test("only a state of none is left out", () => {
  expect(looks("state=none").isQuiet).toBe(true);
  expect(looks("state=live").isQuiet).toBe(false);
});
