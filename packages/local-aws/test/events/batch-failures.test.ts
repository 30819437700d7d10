import { expect, test } from "vitest";
import { reportedFailures } from "../../events/batch-failures.ts";

const ids = ["a", "b", "c"];
const failure = (itemIdentifier: unknown) => ({ batchItemFailures: [{ itemIdentifier }] });

test.each<[string, unknown, string[]]>([
  ["nothing", null, []],
  ["an empty object", {}, []],
  ["an empty list", { batchItemFailures: [] }, []],
  ["no list", { batchItemFailures: null }, []],
  ["one item", failure("b"), ["b"]],
  ["an unknown item", failure("x"), ids],
  ["an empty identifier", failure(""), ids],
  ["no identifier", failure(null), ids],
  ["a wrong key", { batchItemFailures: [{ id: "a" }] }, ids],
  ["text", "all fine", ids],
])("a report of %s", (_, report, failed) => {
  expect([...reportedFailures(JSON.stringify(report), ids)]).toEqual(failed);
});
