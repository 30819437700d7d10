import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { csvRows } from "../../adapters/counters/settings/csv-rows.ts";
import { planImport } from "../../core/counters/settings/import/import-plan.ts";
import { type CsvDialect, csvDialect, csvFile, csvLine } from "../../web/browser/csv-line.ts";
import { csvHeader, csvLines } from "../../web/console/counters/history/csv.ts";
import { sampleFile } from "../../web/console/counters/import/sample-file.ts";
import { reportCsv } from "../../web/console/reports/report-csv.ts";
import { tapsCsv } from "../../web/count/export-taps.ts";
import type { Tool } from "./toolchains.ts";

const run = promisify(execFile);

/** A cell of a sheet: what kind of value it has, and the value. */
type Cell = ["string" | "float" | "date", string];

/**
 * The files that people download, opened in LibreOffice of two countries, and files that it writes there,
 * imported. Its own settings of the place decide about numbers and dates. The separator is given as
 * Excel would take it from the system.
 */
export const sheets: { name: string; tool: Tool; check(): Promise<void> }[] = [
  "en-US",
  "de-DE",
].map((locale) => ({
  name: `Sheets: LibreOffice ${locale}`,
  tool: "soffice",
  check: async () => {
    const folder = mkdtempSync(join(tmpdir(), "sheets-"));
    try {
      setLocale(folder, locale);
      await checkExports(folder, locale);
      await checkImports(folder, locale);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
}));

const nothing = { in: 0, out: 0, adjusted: 0, late: 0, level: 0, peak: null, peakAt: null };
/** Of a report, what its file leaves out. */
const unused = {
  ...{ createdAt: "2026-01-01T00:00:00.000Z", heatmap: null },
  ...{ total: nothing, before: { ...nothing, rows: [] } },
};

const timeZone = "Asia/Kathmandu";
const gate = "Süd „A“, links; =1";
const at = "2026-11-22T07:56:05.123Z";
const shown: Cell = ["date", "2026-11-22T13:41:05"];

async function checkExports(folder: string, locale: string): Promise<void> {
  const dialect = csvDialect(locale);
  for (const [name, { parts, row }] of Object.entries(exportsFor(dialect))) {
    const bytes = await csvFile(parts).bytes();
    // Excel takes letters for UTF-8 only behind this mark.
    assert.deepEqual([...bytes.slice(0, 3)], [0xef, 0xbb, 0xbf]);
    writeFileSync(join(folder, `${name}.csv`), bytes);
    const separator = dialect.separator.charCodeAt(0);
    const sheet = await converted(folder, `${name}.csv`, {
      ...{ to: "fods", from: `CSV:${separator},34,76,1,,0,false,true` },
    });
    assert.doesNotMatch(sheet, /table:formula/, name);
    assert.deepEqual(cellsOf(sheet).slice(-row.length), row, name);
  }
}

/** Each export with one line, and what the sheet then has in it. */
function exportsFor(dialect: CsvDialect): Record<string, { parts: string[]; row: Cell[] }> {
  const event = {
    ...{ lastEventId: 7, createdAt: at, delta: -3, count: -1, tappedAt: at, late: true },
    ...{ by: { kind: "gate", id: "gat_1" } as const, undoes: 5 },
  };
  const report = {
    ...{ at: "2026-11-21T18:15:00.000Z", in: 1284, out: 3, adjusted: -2, late: 0, level: 9 },
    ...{ peak: 12, peakAt: at },
  };
  const tap = {
    ...{ id: "t1", counterId: "ctr_1", credential: { kind: "gate", gateId: "gat_1" } as const },
    ...{ direction: "up" as const, tappedAt: at, order: 1, sentAtMs: null, lastSentAtMs: null },
    kept: { reason: "locked", atMs: 1 } as const,
  };
  const range = { from: "2026-11-22", to: "2026-11-22", by: "day", heatmap: false } as const;
  const sheet = { dialect, timeZone };
  const number = (value: string): Cell => ["float", value];
  const text = (value: string): Cell => ["string", value];
  return {
    history: {
      parts: [csvHeader(sheet), csvLines([event], () => `=${gate}`, sheet)],
      row: [
        ...[shown, number("7"), number("-3"), number("-1"), text(`'=${gate}`), text("yes"), shown],
        ...[text("undo"), number("5")],
      ],
    },
    report: {
      parts: reportCsv(
        [{ ...unused, id: "ctr_1", name: gate, countsPeople: true, rows: [report] }],
        {
          ...{ range, calendar: { timeZone }, dialect },
        },
      ),
      row: [
        ...[text("ctr_1"), text(gate), ["date", "2026-11-22"] satisfies Cell],
        ...[["date", "2026-11-23"] satisfies Cell, number("1284"), number("3"), number("-2")],
        ...[number("0"), number("9"), number("12"), shown],
      ],
    },
    taps: {
      parts: [tapsCsv([tap], { nameOf: () => gate, blockOf: () => null }, sheet)],
      row: [
        ...[text("t1"), text("ctr_1"), text(gate), text("gat_1"), text("up"), shown],
        ...[text("no"), text("locked")],
      ],
    },
    sample: {
      parts: [sampleFile(dialect)],
      row: [text("Seats left"), text("only down"), number("1")],
    },
    fraction: { parts: [csvLine([gate, 1284.5], dialect)], row: [text(gate), number("1284.5")] },
  };
}

/** As LibreOffice saves a sheet in UTF-8, as Windows-1252, and in UTF-16 with tabs. */
const encodings = { utf8: "76", windows: "1", utf16: "65535" };

async function checkImports(folder: string, locale: string): Promise<void> {
  const isGerman = locale === "de-DE";
  const [separator, goal, yes] = isGerman ? [";", "1.284,5", "WAHR"] : [",", '"1,284.5"', "TRUE"];
  const lines = [
    ["Name", "Goal", "Reset at the start of each day"],
    ["Südtor", goal, yes],
  ];
  writeFileSync(join(folder, "made.csv"), lines.map((cells) => cells.join(separator)).join("\n"));
  const from = `CSV:${separator.charCodeAt(0)},34,76,1,,0,false,true`;
  await converted(folder, "made.csv", { to: "fods", from });
  for (const [name, charset] of Object.entries(encodings)) {
    const by = charset === encodings.utf16 ? 9 : separator.charCodeAt(0);
    const to = `csv:Text - txt - csv (StarCalc):${by},34,${charset},1,,0,false,true`;
    await converted(folder, "made.fods", { to });
    const { rows, ...rest } = planImport(csvRows(readFileSync(join(folder, "made.csv"))));
    assert.deepEqual(rest, { errors: [] }, name);
    const settings = { name: "Südtor", goalTarget: 1284.5, resetDaily: true };
    assert.deepEqual(rows, [{ row: 1, line: 2, settings }], name);
  }
}

/** LibreOffice of a country: its numbers, dates and words for true and false. */
function setLocale(folder: string, locale: string): void {
  mkdirSync(join(folder, "office", "user"), { recursive: true });
  writeFileSync(
    join(folder, "office", "user", "registrymodifications.xcu"),
    `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse">
<value>${locale}</value></prop></item></oor:items>`,
  );
}

async function converted(
  folder: string,
  file: string,
  { to, from }: { to: string; from?: string },
): Promise<string> {
  const home = `-env:UserInstallation=file://${folder}/office`;
  const filter = from === undefined ? [] : [`--infilter=${from}`];
  const words = [home, "--headless", ...filter, "--convert-to", to, "--outdir", folder, file];
  await run("soffice", words, { cwd: folder, timeout: 120_000 });
  const extension = to.split(":")[0];
  return readFileSync(join(folder, file.replace(/\w+$/, String(extension))), "utf8");
}

/** Those that are not empty, from left to right and line by line. */
function cellsOf(sheet: string): Cell[] {
  const cells = sheet.matchAll(
    /<table:table-cell[^>]*?office:value-type="(string|float|date)"([^>]*)>\s*(?:<text:p>(.*?)<\/text:p>)?/gs,
  );
  return [...cells].map(([, kind, attributes = "", words = ""]): Cell => {
    const [, value] = /office:(?:date-)?value="(.*?)"/.exec(attributes) ?? [];
    const text = words.replaceAll("&apos;", "'").replaceAll("&quot;", '"');
    return [kind as Cell[0], value ?? text];
  });
}
