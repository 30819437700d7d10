import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { exportRules } from "../../core/data/exported-kinds.ts";
import { notRestored, restorableTables } from "../../core/data/restore/restorable-tables.ts";
import { constructOf, tableNames } from "../../core/tables.ts";

const root = resolve(import.meta.dirname, "..", "..");
const page = readFileSync(join(root, "docs/operators/recover-data.md"), "utf8");

test("the page on recovery restores the tables that can be, and names the others", () => {
  const [, printed = ""] = /^ *TABLES="(.*)"$/m.exec(page) ?? [];
  expect(printed.split(" ")).toEqual(restorableTables.map(({ name }) => name));
  for (const name of Object.keys(notRestored)) expect(page).toContain(`\`${name}\``);
});

test("the page on recovery names every kind of line in an export", () => {
  const [, printed = ""] = /\| each thing \| (.*) \|/.exec(page) ?? [];
  const kinds = Object.values(exportRules).map(({ kind }) => `\`${kind}\``);
  expect(printed.split(", ").toSorted()).toEqual(kinds.toSorted());
});

test("every table of the service is restored, or is named with a reason", () => {
  const known = [...restorableTables.map(({ name }) => name), ...Object.keys(notRestored)];
  expect(tableNames.map(constructOf).toSorted()).toEqual(known.toSorted());
});
