import fc from "fast-check";
import { expect, test } from "vitest";
import { badgeSvg } from "../../../core/embeds/badge.ts";
import { shortened, textWidth } from "../../../core/embeds/text-width.ts";
import { anyCharacter } from "../../any-character.ts";

test("a badge is the same markup whatever its label is, and holds no character that XML forbids", () => {
  const tags = (svg: string) => svg.replace(/="[^"]*"/g, "").match(/<[^>]*>/g);
  const shell = tags(badgeSvg({ label: "Hall", text: "7", state: "plain" }));
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (label) => {
      const svg = badgeSvg({ label, text: "7", state: "full" });
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
