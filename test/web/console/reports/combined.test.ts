import { expect, test } from "vitest";
import { addable, changeOf } from "../../../../core/reports/compared.ts";
import { csvDialect } from "../../../../web/browser/csv-line.ts";
import {
  addedSentence,
  combine,
  type NamedReport,
} from "../../../../web/console/reports/combined.ts";
import { reportCsv } from "../../../../web/console/reports/report-csv.ts";

const calendar = { timeZone: "Asia/Kathmandu" };
const range = { from: "2026-11-20", to: "2026-11-22", by: "day", heatmap: true } as const;
const surroundings = { range, calendar, nowMs: Date.parse("2026-11-21T12:00:00Z") };
const heatmap = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 1));
const at = "2026-11-19T18:15:00.000Z";
/** A week before `at`. */
const earlier = "2026-11-12T18:15:00.000Z";

function reportOf(id: string, counted: number | string, peak: number | null): NamedReport {
  const sums = { in: counted, out: 1, adjusted: -2, late: 1, level: 7 };
  const interval = { ...sums, peak, peakAt: peak === null ? null : at };
  return {
    ...{ id, name: `Gate ${id}`, countsPeople: true, createdAt: earlier, heatmap },
    ...{ rows: [{ at, ...interval }], total: interval },
    before: { ...interval, in: 4, rows: [{ at: earlier, in: 4, out: 0 }] },
  };
}

test("intervals are added up exactly, up to now, each beside the one that stands for it before", () => {
  const most = String(2n ** 60n);
  const {
    rows,
    total,
    compared,
    heatmap: sums,
  } = combine([reportOf("1", most, 9), reportOf("2", 5, 3)], surroundings);
  expect(rows).toMatchObject([
    { in: 2n ** 60n + 5n, out: 2n, adjusted: -4n, late: 2, inBefore: 8n, level: null, peak: null },
    { in: 0n, out: 0n, adjusted: 0n, late: 0, inBefore: 0n },
  ]);
  expect([total.in, compared?.before.in, sums?.sums[6]?.[23]]).toEqual([2n ** 60n + 5n, 8n, 2n]);
});

test("levels and peaks are those of a single counter: those of several cannot be added up", () => {
  const [one, other] = [reportOf("1", 5, 3), reportOf("2", 5, 9)];
  expect(combine([other], surroundings).rows[0]).toMatchObject({ peak: 9, peakAt: at, level: 7 });
  const [row] = combine([one, other], surroundings).rows;
  expect(row).toMatchObject({ peak: null, peakAt: null, level: null });
});

test("only people are added up: wristbands beside two doors are in no sum", () => {
  const [north, south] = [reportOf("1", 1_500, 3), reportOf("2", 1_513, 3)];
  const wristbands = { ...reportOf("3", 867, 9), countsPeople: false };
  const added = addable([north, wristbands, south]);
  expect(combine(added, surroundings).total.in).toBe(3_013n);
  expect(addable([wristbands])).toEqual([wristbands]);
  expect(addable([wristbands, { ...wristbands, id: "4" }])).toEqual([]);
});

test.each([
  ["two doors", "counters", [true, true], /^All of these counters are added up as people/],
  ["wristbands among them", "counters", [true, false], /^1 counter does not count people, and is/],
  ["groups with others", "groups", [true, false, false], /^2 groups have counters that do not/],
  ["one group with both", "groups", [false], /not all of them count people\.$/],
  ["one group of people", "groups", [true], /^$/],
  ["wristbands alone", "counters", [false], /^$/],
] as const)("of %s a report says what is added up", (_, of, people, said) => {
  const reports = people.map((countsPeople) => ({ ...reportOf("1", 5, 3), countsPeople }));
  expect(addedSentence(reports, of)).toMatch(said);
});

test("before there was any of the counters there is no data, which is not 0", () => {
  const none = { ...reportOf("1", 5, 3).before, rows: [], in: 0 };
  const created = (createdAt: string) => ({ ...reportOf("1", 5, 3), createdAt, before: none });
  const recent = combine([created("2026-11-18T00:00:00.000Z")], surroundings);
  expect([recent.compared, ...recent.rows.map(({ inBefore }) => inBefore)]).toEqual([
    ...[null, null, null],
  ]);
  // In the second of the days before, which is no whole one.
  const later = { ...surroundings, nowMs: Date.parse("2026-11-22T12:00:00Z") };
  const since = combine([created("2026-11-14T00:00:00.000Z")], later);
  expect([since.compared?.before.in, ...since.rows.map(({ inBefore }) => inBefore)]).toEqual([
    ...[0n, null, null, 0n],
  ]);
});

test("what had no data before is not compared, and an hour of the week is its average", () => {
  const report = { ...reportOf("1", 5, 3), createdAt: "2026-11-14T00:00:00.000Z" };
  const second = { ...report.rows[0], at: "2026-11-20T18:15:00.000Z", in: 3, out: 2 };
  const rows = [...report.rows, second] as NamedReport["rows"];
  const before = { ...report.before, rows: [{ at: "2026-11-14T18:15:00.000Z", in: 2, out: 1 }] };
  // Created in the second day: the third is whole, and not over.
  const later = Date.parse("2026-11-22T12:00:00Z");
  const third = { ...report, rows, before };
  const ofThree = combine([third], { ...surroundings, nowMs: later });
  expect([
    ofThree.compared?.isWhole,
    ofThree.compared?.now.in,
    ofThree.compared?.before.in,
  ]).toEqual([false, 0n, 2n]);
  // Of the whole second day.
  const ofTwo = combine([{ ...third, createdAt: earlier, before: report.before }], surroundings);
  expect(ofTwo.compared).toMatchObject({ isWhole: true, now: { in: 8n }, before: { in: 4n } });
  // Friday has been, Saturday up to 17:45, and Sunday is to come.
  expect([4, 5, 6].map((day) => [9, 20].map((hour) => ofTwo.heatmap?.times[day]?.[hour]))).toEqual([
    [1, 1],
    [1, 0],
    [0, 0],
  ]);
});

test("a change is a share of what was before, if anything was", () => {
  expect([changeOf(12n, 10n), changeOf(0n, 10n), changeOf(5n, 0n)]).toEqual([0.2, -1, undefined]);
});

test("a file has numbers as numbers, names as text, and times by the zone's clocks", () => {
  const report = { ...reportOf("1", 5, 9), name: "=1+1" };
  const zone = `(${surroundings.calendar.timeZone})`;
  expect(reportCsv([report], { ...surroundings, dialect: csvDialect("de") }).join("")).toBe(
    `id;name;start ${zone};end ${zone};in;out;adjusted;late;level;peak;peak_at ${zone}\r\n` +
      "1;'=1+1;2026-11-20 00:00:00;2026-11-21 00:00:00;" +
      "5;1;-2;1;7;9;2026-11-20 00:00:00\r\n",
  );
});

test("a file has every digit of a sum", () => {
  const most = 2n ** 53n;
  const numbers = [most - 1n, 1n - most, most + 1n, -most - 1n, -3n * most - 1n];
  for (const number of numbers) {
    const isExact = number === BigInt(Number(number)) && Number.isSafeInteger(Number(number));
    const report = reportOf("1", isExact ? Number(number) : String(number), null);
    const [, line] = reportCsv([report], { ...surroundings, dialect: csvDialect("en") });
    expect(line).toContain(`00:00:00,${number},1,`);
  }
});
