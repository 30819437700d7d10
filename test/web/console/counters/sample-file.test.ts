import { expect, test } from "vitest";
import { planImport } from "../../../../core/counters/settings/import/import-plan.ts";
import { sampleFile } from "../../../../web/console/counters/import/sample-file.ts";

test("the sample file has every mode and can be imported", () => {
  const lines = sampleFile.trimEnd().split("\r\n");
  const rows = lines.map((line, index) => ({ line: index + 1, cells: line.split(",") }));
  const { rows: planned, errors } = planImport({ rows });
  expect(errors).toEqual([]);
  expect(planned.map(({ settings }) => settings.mode)).toEqual([
    "both",
    "increment-only",
    "decrement-only",
  ]);
});
