import { expect, test } from "vitest";
import { csvRows } from "../../../../adapters/counters/settings/csv-rows.ts";
import type { ImportReading } from "../../../../core/counters/settings/import/import-file.ts";
import { planImport } from "../../../../core/counters/settings/import/import-plan.ts";

const rows = (text: string, reading?: ImportReading) =>
  csvRows(new TextEncoder().encode(text), reading);
const cells = (text: string) => rows(text).rows.map((row) => row.cells);
const plan = (text: string, reading?: ImportReading) => planImport(rows(text, reading));
const goals = (text: string, reading?: ImportReading) =>
  plan(text, reading).rows.map(({ settings }) => settings.goalTarget);

test.each([
  ["semicolons", "name;goalTarget\r\nNorth;5\r\n", ["North", "5"]],
  ["ends of lines of CR", "name;goalTarget\rNorth;5\r", ["North", "5"]],
  ["mixed ends of lines", "name;goalTarget\r\nNorth;5\rEast;6\n", ["North", "5"]],
  ["empty lines first", "\n\nname;goalTarget\nNorth;5\n", ["North", "5"]],
  ["rows of separators", ";;\nName;Goal;\n;;\nNorth;5;\n;;\n", ["North", "5", ""]],
  ["a comma in a file of commas", "name,goalTarget\nNorth; left,5\n", ["North; left", "5"]],
  ["a quoted semicolon", 'name;goalTarget\n"North; left";5\n', ["North; left", "5"]],
  ["a comma in the header", 'Name;"Goal, this year";Taps\nNorth;5;', ["North", "5", ""]],
  ["tabs", "Name\tGoal\tTaps\nNorth\t\tonly up", ["North", "", "only up"]],
  ["sep=", "sep=|\nName|Goal\nNorth|5", ["North", "5"]],
  ["a quoted sep=", '"sep=;"\r\nName;Goal\r\nNorth;5', ["North", "5"]],
  ["spaces at the ends", 'Name , Goal\n "North, left" ,\u00a05 ', ["North, left", "5"]],
  ["an escaped formula", "Name,Goal\n'=North,5", ["=North", "5"]],
])("a file is read with %s", (_case, text, row) => {
  expect(cells(text).at(1)).toEqual(row);
});

test("the lines are those of the file", () => {
  const file = rows('sep=;\r\n;;\r\nName;Goal\r\n"two\r\nlines";\r\n;;\r\nNorth;5\r\n');
  expect(file.rows.map(({ line }) => line)).toEqual([3, 4, 7]);
});

test("rows may be shorter than the header, and columns without a name empty", () => {
  expect(plan("Name;;Goal;Taps;;\nNorth\nSouth;;5\n").rows).toMatchObject([
    { settings: { name: "North" } },
    { settings: { name: "South", goalTarget: 5 } },
  ]);
  expect(plan("Name;;Goal\nNorth;;5\nSouth;7;5\n").errors).toMatchObject([
    {
      line: 3,
      field: "column B",
      reason: expect.stringMatching(/^“7” stands in a column without/),
    },
  ]);
});

test.each([",", ";", "\t"])(
  "a second cell beside a single column is no part of a name: %j",
  (separator) => {
    expect(plan(`Name\nNorth${separator}5\n`).errors).toMatchObject([
      { line: 2, field: "column B" },
    ]);
  },
);

test("empty rows count for nothing, so that 10,000 rows and an empty one can be imported", () => {
  const numbered = Array.from({ length: 10_000 }, (_, index) => `Gate ${index};1\n`);
  expect(plan(`Name;Goal\n${numbered.join("")};\n`)).toMatchObject({
    rows: { length: 10_000 },
    errors: [],
  });
});

test.each([
  ["a number with a comma elsewhere", "Name;Goal\nA;1.500\nB;2,25", [1500, 2.25]],
  ["a number with a point elsewhere", 'Name,Goal\nA,"1,500"\nB,2.25', [1500, 2.25]],
  ["another column", "Name;Goal;Number after a reset\nA;12.500;1.000.000", [12_500]],
  ["no number that can be two", "Name;Goal\nA;1'000\nB;1 000", [1000, 1000]],
])("the decimal sign is that of the whole file, by %s", (_case, text, expected) => {
  expect(goals(text)).toEqual(expected);
});

test.each([
  ["1.000", "1", "1000"],
  ["1.500", "1.5", "1500"],
  ["12.500", "12.5", "12500"],
])("a goal of %s alone is asked for, and then read as said", (cell, point, comma) => {
  const text = `Name;Goal\nA;2\nB;${cell}`;
  expect(plan(text)).toEqual({
    rows: [],
    errors: [],
    question: {
      ...{ about: "decimal", line: 3, field: "goalTarget", cell },
      choices: [
        { value: ".", reads: point },
        { value: ",", reads: comma },
      ],
    },
  });
  expect(goals(text, { decimal: "." })).toEqual([2, Number(point)]);
  expect(goals(text, { decimal: "," })).toEqual([2, Number(comma)]);
});

test("a number with another decimal sign than the rest is an error that names what says so", () => {
  expect(plan("Name;Goal\nA;2,25\nB;1.5").errors).toEqual([
    {
      ...{ line: 3, field: "goalTarget" },
      reason: expect.stringMatching(
        /, not “1\.5”; the decimal sign is a comma, as “2,25” in line 2 says$/,
      ),
    },
  ]);
});

test.each([
  ["Excel", "PK\u0003\u0004…"],
  ["another encoding of one", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])],
])("a workbook of %s is none of our files, and the error says what to do", (_case, content) => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  expect(planImport(csvRows(bytes)).errors).toEqual([
    { line: 1, reason: expect.stringMatching(/workbook.*save it as "CSV UTF-8"/) },
  ]);
});
