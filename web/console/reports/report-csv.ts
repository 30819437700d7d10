import type { Calendar } from "../../../core/calendar.ts";
import type { ReportRange } from "../../../core/reports/report-range.ts";
import { type CsvDialect, csvLine, csvTime } from "../../browser/csv-line.ts";
import type { NamedReport } from "./combined.ts";
import { boundariesOf } from "./period.ts";

/** Programs read these names: they stay. Those of times also name the zone. */
const columns = (timeZone: string) => [
  ...["id", "name", `start (${timeZone})`, `end (${timeZone})`, "in", "out"],
  ...["adjusted", "late", "level", "peak", `peak_at (${timeZone})`],
];

/** A line for each interval in which a counter or group was counted. */
export function reportCsv(
  reports: NamedReport[],
  sheet: { range: ReportRange; calendar: Calendar; dialect: CsvDialect },
): string[] {
  const { range, calendar, dialect } = sheet;
  const { timeZone } = calendar;
  const { starts } = boundariesOf(range, calendar);
  const endOf = (atMs: number) => starts.find((startMs) => startMs > atMs) ?? atMs;
  const time = (at: string | number) => csvTime(at, timeZone);
  const lines = reports.map(({ id, name, rows }) =>
    rows
      .map(({ at, in: ups, out, adjusted, late, level, peak, peakAt }) =>
        csvLine(
          [
            ...[id, name, time(at), time(endOf(Date.parse(at)))],
            ...[ups, out, adjusted, late, level].map(BigInt),
            ...[peak === null ? "" : BigInt(peak)],
            peakAt === null ? "" : time(peakAt),
          ],
          dialect,
        ),
      )
      .join(""),
  );
  return [csvLine(columns(timeZone), dialect), ...lines];
}
