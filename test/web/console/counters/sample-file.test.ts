import { expect, test } from "vitest";
import { csvRows } from "../../../../adapters/counters/settings/csv-rows.ts";
import { planImport } from "../../../../core/counters/settings/import/import-plan.ts";
import { csvDialect, csvFile } from "../../../../web/browser/csv-line.ts";
import { sampleFile } from "../../../../web/console/counters/import/sample-file.ts";

test.each(["en-US", "de-DE"])(
  "the sample file for %s has every mode and can be imported",
  async (locale) => {
    const file = csvFile([sampleFile(csvDialect(locale))]);
    const { rows: planned, errors } = planImport(csvRows(await file.bytes()));
    expect(errors).toEqual([]);
    expect(planned.map(({ settings }) => settings.mode)).toEqual([
      "both",
      "increment-only",
      "decrement-only",
    ]);
  },
);
