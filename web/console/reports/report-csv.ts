import type { Calendar } from "../../../core/calendar.ts";
import type { ReportRange } from "../../../core/reports/report-range.ts";
import { offsetMs } from "../../../core/time-zone.ts";
import { csvLine } from "../../browser/csv-line.ts";
import type { NamedReport } from "./combined.ts";
import { boundariesOf } from "./period.ts";

/** Programs read these names: they stay. */
const columns = [
  ...["id", "name", "start", "end", "in", "out"],
  ...["adjusted", "late", "level", "peak", "peak_at"],
];

/** A line for each interval in which a counter or group was counted. */
export function reportCsv(
  reports: NamedReport[],
  { range, calendar }: { range: ReportRange; calendar: Calendar },
): string[] {
  const { starts } = boundariesOf(range, calendar);
  const endOf = (atMs: number) => starts.find((startMs) => startMs > atMs) ?? atMs;
  const time = (at: string | number) => isoTime(Date.parse(new Date(at).toISOString()), calendar);
  const lines = reports.map(({ id, name, rows }) =>
    rows
      .map(({ at, in: ups, out, adjusted, late, level, peak, peakAt }) =>
        csvLine([
          ...[id, name, time(at), time(endOf(Date.parse(at)))],
          ...[ups, out, adjusted, late, level].map(BigInt),
          ...[peak === null ? "" : BigInt(peak)],
          peakAt === null ? "" : time(peakAt),
        ]),
      )
      .join(""),
  );
  return [csvLine(columns), ...lines];
}

/** ISO 8601 with the zone's offset at that moment, such as "2026-11-22T17:05:00+01:00". */
function isoTime(ms: number, { timeZone }: Calendar): string {
  const offset = offsetMs(timeZone, ms);
  const shown = new Date(ms + offset).toISOString().slice(0, 19);
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const two = (number: number) => String(number).padStart(2, "0");
  const zone = `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return shown + zone;
}
