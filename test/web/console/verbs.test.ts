import { expect, test } from "vitest";
import { verbsIn } from "../../../web/console/shell/tasks.ts";

test.each([
  ["reset", ["Reset"], ""],
  ["reset north", ["Reset"], "north"],
  ["set", ["Set the count of"], ""],
  ["set the count of north", ["Set the count of"], "north"],
  ["undo", ["Undo taps of"], ""],
  ["un", ["Undo taps of"], ""],
  ["u", [], ""],
  ["embed north", ["Embed"], "north"],
  ["screen", ["Embed"], ""],
  ["north", [], ""],
])("%s begins with a verb, and what follows is a name", (typed, verbs, rest) => {
  const found = verbsIn(typed);
  expect(found.map(({ verb }) => verb.verb)).toEqual(verbs);
  for (const one of found) expect(one.rest).toBe(rest);
});
