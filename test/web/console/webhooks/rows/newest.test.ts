import { describe, expect, test } from "vitest";
import {
  countNew,
  withNewest,
  withUpdates,
} from "../../../../../web/console/webhooks/rows/newest.ts";

/** Rows by their keys, with what they say; newest first. */
function page(text: string, next: string | null = "older") {
  const rows = text
    .split(" ")
    .filter(Boolean)
    .map((row) => ({ key: row.slice(0, 1), says: row.slice(1) }));
  return { rows, next };
}

const shown = (pages: ReturnType<typeof page>[]) =>
  pages.map(({ rows }) => rows.map(({ key, says }) => `${key}${says}`).join(" "));

describe("the newest rows in a list of two pages", () => {
  const listed = [page("e d c"), page("b a", null)];

  test.each([
    ["come to the top", page("g f e"), ["g f e d c", "b a"]],
    ["replace what has changed", page("e! d c!"), ["e! d c!", "b a"]],
    ["leave out what is not among them any more", page("f e c"), ["f e c", "b a"]],
    ["are the list where nothing of it is among them", page("z y x"), ["z y x"]],
    ["are the list where there are no others", page("f e", null), ["f e"]],
    ["are none where nothing is left", page("", null), [""]],
    ["change nothing where the search found none so far", page("", "further"), ["e d c", "b a"]],
    ["reach into the second page", page("f e d c b"), ["f e d c b", "a"]],
  ])("%s", (_case, newest, expected) => {
    expect(shown(withNewest(listed, newest))).toEqual(expected);
  });

  test("only change the rows that are there, while somebody reads", () => {
    expect(shown(withUpdates(listed, page("f e! d b!")))).toEqual(["e! d c", "b! a"]);
    expect(countNew(listed, page("g f e d"))).toBe(2);
    expect(countNew(listed, page("e d"))).toBe(0);
  });
});
