import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { isCounterId } from "../../../../../core/counters/counter-names.ts";
import type { ImportRow } from "../../../../../core/counters/settings/import/import-file.ts";
import {
  importedCounterId,
  importedCounters,
  planImport,
} from "../../../../../core/counters/settings/import/import-plan.ts";
import { SettingText } from "../../../../../core/counters/settings/parse-settings.ts";
import { maximumImportRows } from "../../../../../core/limits.ts";

function fileOf(...lines: string[][]): { rows: ImportRow[] } {
  return { rows: lines.map((cells, index) => ({ line: index + 1, cells })) };
}

describe("planImport", () => {
  test("reads every column, whatever their order, and leaves out what is empty", () => {
    const file = fileOf(
      ["goalTarget", "name", "mode", "groupId", "decrementStep", "incrementStep", "groupName"],
      ["-12.5", "North", "increment-only", "g.1", "3", "2", ""],
      ["", "South", "", "", "", "", "Hall 3"],
    );
    const settings = {
      name: "North",
      mode: "increment-only",
      incrementStep: 2,
      decrementStep: 3,
      groupId: "g.1",
      goalTarget: -12.5,
    };
    expect(planImport(file)).toEqual({
      rows: [
        { row: 1, line: 2, settings },
        { row: 2, line: 3, settings: { name: "South" }, groupName: "Hall 3" },
      ],
      errors: [],
    });
  });

  test.each([
    ["mode", "up", /one of up and down, only up, only down, not/],
    ["incrementStep", "0", /at least 1/],
    ["incrementStep", "1.5", /whole number/],
    ["incrementStep", "1e3", /whole number/],
    ["incrementStep", "2,5", /whole number.*, not “2,5”, read as 2\.5$/],
    ["decrementStep", "0x10", /whole number/],
    ["decrementStep", "9007199254740992", /at most 9007199254740991/],
    ["groupId", "a b", /1 to 100/],
    ["groupName", " Hall", /white space/],
    ["goalTarget", "1e3", /a number such as/],
    ["goalTarget", "Infinity", /a number such as/],
    ["goalTarget", "9007199254740992.5", /within/],
    ["goalTarget", "-9007199254740992.5", /within/],
    ["name", "", /not be empty/],
    ["name", " x", /white space/],
    ["name", "a\u001bb", /control characters/],
  ])("names line, field and reason of a wrong %s: %j", (field, cell, reason) => {
    const header = field === "name" ? ["name"] : ["name", field];
    const cells = field === "name" ? [cell] : ["North", cell];
    expect(planImport(fileOf(header, cells))).toEqual({
      rows: [],
      errors: [{ line: 2, field, reason: expect.stringMatching(reason) }],
    });
  });

  test("reads a header in any case, and shows a wrong cell without its control characters", () => {
    const long = `\u001b${"x".repeat(100)}`;
    const plan = planImport(fileOf(["Name", " INCREMENTSTEP "], ["North", "2"], ["South", long]));
    expect(plan.rows).toMatchObject([{ settings: { name: "North", incrementStep: 2 } }]);
    const reason = expect.stringMatching(/, not “\uFFFDx{39}…”$/);
    expect(plan.errors).toEqual([{ line: 3, field: "incrementStep", reason }]);
  });

  test("refuses a row that names its group twice, by id and by name", () => {
    const plan = planImport(fileOf(["name", "groupId", "groupName"], ["North", "g", "Hall 3"]));
    expect(plan).toEqual({
      rows: [],
      errors: [
        { line: 2, field: "groupName", reason: expect.stringMatching(/id of a group as well/) },
      ],
    });
  });

  test("names the errors of all rows, one for each field", () => {
    const plan = planImport(fileOf(["name", "mode"], ["", "up"], ["ok", "both"], ["x", "", "5"]));
    expect(plan).toMatchObject({
      errors: [
        { line: 2, field: "name" },
        { line: 2, field: "mode" },
        { line: 4, field: "column C", reason: expect.stringMatching(/^“5” stands in a column/) },
      ],
    });
  });

  test.each([
    [
      "an unknown column",
      [
        ["name", "colour"],
        ["a", "b"],
      ],
      { field: "colour" },
    ],
    [
      "a column of every object",
      [
        ["name", "__proto__"],
        ["a", "b"],
      ],
      { field: "__proto__" },
    ],
    [
      "a column twice",
      [
        ["name", "name"],
        ["a", "b"],
      ],
      { field: "name" },
    ],
    ["no column for the name", [["mode"], ["both"]], { field: "name" }],
    ["no row", [["name"]], { reason: "no row follows the header" }],
    ["nothing at all", [], { reason: "the file is empty" }],
  ])("refuses %s", (_case, lines, error) => {
    expect(planImport(fileOf(...lines))).toMatchObject({
      errors: [{ line: 1, ...error }],
    });
  });

  test("shows the beginning of a cell of the header that has megabytes", () => {
    const plan = planImport(fileOf(["name", "🚪".repeat(1_000_000)], ["North", "1"]));
    expect(plan.errors).toMatchObject([{ line: 1, field: `${"🚪".repeat(40)}…` }]);
  });

  test("names each of 50 unknown columns, and beyond that says how many cells there are", () => {
    const header = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);
    expect(planImport(fileOf(header(50)))).toMatchObject({ errors: { length: 50 } });
    expect(planImport(fileOf(header(51)))).toMatchObject({
      errors: [{ line: 1, reason: "the header has 51 cells; there are 10 columns" }],
    });
  });

  test("takes as many rows as an organization may have counters, and not one more", () => {
    const { rows } = fileOf(["name"], ...Array.from({ length: maximumImportRows }, () => ["x"]));
    expect(planImport({ rows }).errors).toEqual([]);
    expect(planImport({ rows: [...rows, { line: 10_002, cells: ["x"] }] })).toMatchObject({
      errors: [{ line: 10_002 }],
    });
  });
});

describe("the id of an imported counter", () => {
  const fileHash = createHash("sha256").update("name\nNorth\n").digest("hex");
  const source = { organizationId: "org_1", fileHash, row: 1 };

  test("never changes: later versions can repeat an import", () => {
    expect(importedCounterId(source)).toBe("ctr_QBC2yU4xb407YpPwWyeG");
  });

  test("differs by organization, file and row", () => {
    const ids = [
      source,
      { ...source, organizationId: "org_2" },
      { ...source, fileHash: "0".repeat(64) },
      { ...source, row: 2 },
    ].map(importedCounterId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("counts the rows from 1, below the header", () => {
    const [first] = importedCounters([{ row: 1, settings: { name: "North" } }], {
      ...source,
      nowMs: 0,
    });
    expect(first?.id).toBe(importedCounterId(source));
  });

  test("is a counter's id for each of 10,000 rows, all different", () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      row: index + 1,
      settings: { name: "x" },
    }));
    const counters = importedCounters(rows, { organizationId: "org_1", fileHash, nowMs: 0 });
    const ids = counters.map(({ id }) => id);
    expect(ids.every(isCounterId)).toBe(true);
    expect(new Set(ids).size).toBe(10_000);
  });
});

describe("settings as text", () => {
  test.each([
    ["0", 0],
    ["-5", -5],
    ["12.5", 12.5],
    ["0.000000000001", 1e-12],
    ["9007199254740991", Number.MAX_SAFE_INTEGER],
  ])("a goal may be %s", (text, value) => {
    expect(SettingText.goalTarget.parse(text)).toBe(value);
  });

  test.each(["", " ", "+5", "05", ".5", "5.", "5abc", "1,5", "0b1", "٥", "1_000", "NaN"])(
    "a goal may not be %j",
    (text) => {
      expect(SettingText.goalTarget.safeParse(text).success).toBe(false);
    },
  );

  test.each([
    ["true", true],
    ["false", false],
    ["TRUE", true],
    ["False", false],
    ["yes", true],
    ["WAHR", true],
    ["Faux", false],
    ["verdadeiro", true],
    ["ИСТИНА", true],
    ["YANLIŞ", false],
    ["いいえ", false],
    ["0", false],
  ])("locked may be %s", (text, value) => {
    expect(SettingText.locked.parse(text)).toBe(value);
  });

  test.each(["", "maybe", "2", "y"])("locked may not be %j", (text) => {
    expect(SettingText.locked.safeParse(text).success).toBe(false);
  });
});
