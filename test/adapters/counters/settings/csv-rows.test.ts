import { expect, test } from "vitest";
import { csvRows } from "../../../../adapters/counters/settings/csv-rows.ts";

const cells = (text: string) =>
  csvRows(new TextEncoder().encode(text))?.rows.map((row) => row.cells);

test.each([
  ["name;goalTarget\r\nNorth;5\r\n", ["North", "5"]],
  ["\n\nname;goalTarget\nNorth;5\n", ["North", "5"]],
  ["name,goalTarget\nNorth; left,5\n", ["North; left", "5"]],
  ['name;goalTarget\n"North; left";5\n', ["North; left", "5"]],
])("the separator is that of the header: %j", (text, row) => {
  expect(cells(text)?.at(1)).toEqual(row);
});
