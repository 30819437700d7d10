import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import type { HistoryEventView } from "../../../api/private/charts.ts";
import { csvDialect } from "../../../web/browser/csv-line.ts";
import { csvHeader, csvLines } from "../../../web/console/counters/history/csv.ts";

const event: HistoryEventView = {
  ...{ lastEventId: 7, createdAt: "2026-11-22T06:51:05.123Z", delta: -3, count: -1 },
  ...{ by: { kind: "gate", id: "gat_1" }, tappedAt: "2026-11-22T06:40:00.000Z", late: true },
};

const sheet = { dialect: csvDialect("en"), timeZone: "Asia/Kathmandu" };
const header = csvHeader(sheet);
const zone = "(Asia/Kathmandu)";

test("an exported history is CSV with a header, times of a zone and plain numbers", () => {
  const events = [event, { ...event, late: false, tappedAt: null }];
  const text = header + csvLines(events, () => "N", sheet);
  expect(parse(text, { columns: true })).toEqual([
    {
      ...{ [`time ${zone}`]: "2026-11-22 12:36:05", event: "7", change: "-3", total: "-1" },
      ...{ "counted by": "N", late: "yes", [`tapped at ${zone}`]: "2026-11-22 12:25:00" },
      ...{ kind: "tap", undoes: "", reason: "" },
    },
    expect.objectContaining({ late: "no", [`tapped at ${zone}`]: "" }),
  ]);
});

test("numbers that were set and undone taps can be told from counts", () => {
  const events: HistoryEventView[] = [
    { ...event, adjustment: { to: -1, reason: "=Floor count" } },
    { ...event, adjustment: { to: -1, day: "2026-11-22" } },
    { ...event, undoes: 5 },
  ];
  expect(parse(header + csvLines(events, () => "", sheet), { columns: true })).toMatchObject([
    { kind: "adjustment", reason: "'=Floor count", undoes: "" },
    { kind: "daily reset", reason: "", undoes: "" },
    { kind: "undo", undoes: "5" },
  ]);
});
