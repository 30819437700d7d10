import { policiesOf, removalsOf } from "local-aws";
import { beforeAll, expect, test } from "vitest";
import { isWholeRun } from "../grants/recorded-calls.ts";
import { inexactExceptions, partOf, reasonOf, unnoticed } from "../grants/unnoticed.ts";
import { template, withMail } from "./synthesized.ts";

let removals: ReturnType<typeof removalsOf>;
beforeAll(() => {
  removals = removalsOf(policiesOf(template(withMail).toJSON()));
});

test("each exception names exactly one part of a policy", () => {
  expect(inexactExceptions(removals)).toEqual([]);
});

test("an exception for what is gone, or for more than one part, is found", () => {
  const [exception = ""] = unnoticed.flatMap(({ parts }) => parts);
  const others = removals.filter((removal) => partOf(removal) !== exception);
  const [own] = removals.filter((removal) => partOf(removal) === exception);
  expect(inexactExceptions(others)).toEqual([exception]);
  expect(own && inexactExceptions([...removals, own])).toEqual([exception]);
});

test("an exception for one action excuses neither its whole statement nor its conditions", () => {
  const excused = removals.filter((removal) => reasonOf(removal) !== undefined).map(partOf);
  const dataKeys = excused.filter((part) => /DataKey/.test(part));
  expect(dataKeys).toHaveLength(4);
  for (const part of dataKeys) expect(part).toMatch(/^grant of /);
});

test.each<[string[], string | undefined, boolean]>([
  [["run"], "all", true],
  [["run"], "test", false],
  [["run", "--project=service"], "all", false],
  [["run", "test/system"], "all", false],
  [["run"], undefined, false],
])("of vitest %j in the tier %s, calls are recorded: %j", (args, tier, isRecorded) => {
  expect(isWholeRun(args, tier)).toBe(isRecorded);
});
