import { expect, test } from "vitest";
import {
  columnErrors,
  columnOf,
  withColumnNames,
} from "../../../../../core/counters/settings/import/import-columns.ts";
import { planImport } from "../../../../../core/counters/settings/import/import-plan.ts";

test.each([
  ["Name", "name"],
  [" TAPS ", "mode"],
  ["A tap up adds", "incrementStep"],
  ["a tap DOWN subtracts", "decrementStep"],
  ["Goal", "goalTarget"],
  ["Group", "groupName"],
  ["Group ID", "groupId"],
  ["Reset at the start of each day", "resetDaily"],
  ["Number after a reset", "resetTo"],
  ["goaltarget", "goalTarget"],
  ["groupName", "groupName"],
  ["Locked", undefined],
  ["constructor", undefined],
])("a column %j is %s", (cell, column) => {
  expect(columnOf(cell)).toBe(column);
});

const rowsOf = (...lines: string[][]) =>
  lines.map((cells, index) => ({ line: index + 1, cells: cells }));

test("the names of the interface and those of the API can stand in one file", () => {
  const rows = rowsOf(
    ["Name", "mode", "A tap up adds", "goalTarget", "Group"],
    ["North", "Only up", "2", "50", "Hall"],
    ["South", "decrement-only", "", "", ""],
  );
  expect(planImport({ rows })).toMatchObject({
    rows: [
      {
        settings: { name: "North", mode: "increment-only", incrementStep: 2, goalTarget: 50 },
        groupName: "Hall",
      },
      { settings: { name: "South", mode: "decrement-only" } },
    ],
    errors: [],
  });
});

test("both names of one column in a file are the column twice", () => {
  expect(columnErrors({ line: 1, cells: ["name", "groupName", "groupName"] })).toEqual([
    { line: 1, field: "groupName", reason: "the column occurs twice" },
  ]);
  const rows = rowsOf(["Name", "Goal", "goalTarget"], ["North", "1", "1"]);
  expect(planImport({ rows }).errors).toMatchObject([{ field: "goalTarget" }]);
});

test("errors name each column as the file does, and one that it lacks as the interface does", () => {
  const rows = rowsOf([" A tap up ADDS ", "goalTarget"]);
  const fields = ["incrementStep", "goalTarget", "name", "colour"];
  const errors = fields.map((field) => ({ line: 2, field, reason: "wrong" }));
  expect(withColumnNames({ rows }, errors).map(({ field }) => field)).toEqual([
    "A tap up ADDS",
    "goalTarget",
    "Name",
    "colour",
  ]);
});
