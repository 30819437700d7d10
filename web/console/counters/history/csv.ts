import type { HistoryEventView } from "../../../../api/private/charts.ts";
import { type CsvDialect, csvLine, csvTime } from "../../../browser/csv-line.ts";
import type { CountedBy } from "./counted-by.ts";

/** The sheet that a file is for, and the zone of its times. */
export interface HistorySheet {
  dialect: CsvDialect;
  timeZone: string;
}

/** What the lines of an exported history begin with. */
export function csvHeader({ timeZone, dialect }: HistorySheet): string {
  const times = { time: `time (${timeZone})`, tapped: `tapped at (${timeZone})` };
  return csvLine(
    [
      ...[times.time, "event", "change", "total", "counted by", "late", times.tapped],
      ...["kind", "undoes", "reason"],
    ],
    dialect,
  );
}

/** Lines of a CSV file (RFC 4180); `who` is the name of whoever counted. */
export function csvLines(
  events: HistoryEventView[],
  who: CountedBy,
  { dialect, timeZone }: HistorySheet,
): string {
  const time = (at: string) => csvTime(at, timeZone);
  return events
    .map((event) =>
      csvLine(
        [
          ...[time(event.createdAt), event.lastEventId, event.delta, event.count, who(event)],
          ...[event.late ? "yes" : "no", event.tappedAt === null ? "" : time(event.tappedAt)],
          ...[kindOf(event), event.undoes ?? "", event.adjustment?.reason ?? ""],
        ],
        dialect,
      ),
    )
    .join("");
}

function kindOf({ adjustment, undoes }: HistoryEventView): string {
  if (adjustment !== undefined) return adjustment.day === undefined ? "adjustment" : "daily reset";
  return undoes === undefined ? "tap" : "undo";
}
