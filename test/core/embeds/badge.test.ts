import fc from "fast-check";
import { expect, test } from "vitest";
import { badgeLooks, badgeSvg } from "../../../core/embeds/badge.ts";
import { shortened, textWidth } from "../../../core/embeds/text-width.ts";
import { anyCharacter } from "../../any-character.ts";

test("a badge is the same markup whatever its label is, and holds no character that XML forbids", () => {
  const tags = (svg: string) => svg.replace(/="[^"]*"/g, "").match(/<[^>]*>/g);
  const looks = badgeLooks(undefined);
  const shell = tags(badgeSvg({ label: "Hall", text: "7", state: "plain" }, looks));
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (label) => {
      const svg = badgeSvg({ label, text: "7", state: "full" }, looks);
      expect(tags(svg)).toEqual(shell);
      expect(svg).toMatch(/^[\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
      expect(Number(/ width="(\d+)"/.exec(svg)?.[1])).toBeLessThan(700);
    }),
  );
});

test.each([
  ["wide letters are wider", "WWWW", "iiii"],
  ["Han is wider than Latin", "入口", "ab"],
  ["a word is wider than one without an ending", "gates", "gate"],
])("%s", (_, wide, narrow) => {
  expect(textWidth(wide)).toBeGreaterThan(textWidth(narrow));
});

test("what is one to see has the width of one", () => {
  expect(textWidth("👩‍👩‍👧‍👦")).toBe(textWidth("👩"));
  expect(textWidth("e\u0301")).toBe(textWidth("e"));
  expect(textWidth("")).toBe(0);
  expect(shortened("👩‍👩‍👧‍👦".repeat(9), 3)).toBe(`${"👩‍👩‍👧‍👦".repeat(2)}…`);
});

test.each([
  [undefined, undefined, undefined],
  ["dark-", "dark", undefined],
  ["light-ff8800", "light", "#ff8800"],
  ["auto-f80", undefined, "#ff8800"],
  ["dark-red", "dark", undefined],
  ["url(x)-url(x)", undefined, undefined],
])("the looks %s of a badge are the theme %s and the accent %s", (path, theme, accent) => {
  expect(badgeLooks(path)).toEqual({ theme, accent });
});

test("a badge is 24 pixels high; its number stands on the accent, a state on its own color", () => {
  const looks = badgeLooks("dark-ffd166");
  const badge = { label: "Hall", text: "7" };
  const plain = badgeSvg({ ...badge, state: "plain" }, looks);
  expect(plain).toContain(' height="24"');
  // Black is read better on it than white.
  expect(plain).toMatch(/fill="#ffd166".*<g fill="#000000">/);
  expect(badgeSvg({ ...badge, state: "full" }, looks)).not.toContain("ffd166");
});
