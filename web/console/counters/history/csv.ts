import type { HistoryEventView } from "../../../../api/private/charts.ts";
import { csvLine } from "../../../browser/csv-line.ts";
import type { CountedBy } from "./counted-by.ts";

/** What the lines of an exported history begin with. */
export const csvHeader = csvLine([
  ...["time", "event", "change", "total", "counted by", "late", "tapped at"],
  ...["kind", "undoes", "reason"],
]);

/** Lines of a CSV file (RFC 4180); `who` is the name of whoever counted. */
export function csvLines(events: HistoryEventView[], who: CountedBy): string {
  return events
    .map((event) =>
      csvLine([
        ...[event.createdAt, event.lastEventId, event.delta, event.count, who(event)],
        ...[event.late ? "yes" : "no", event.tappedAt ?? ""],
        ...[kindOf(event), event.undoes ?? "", event.adjustment?.reason ?? ""],
      ]),
    )
    .join("");
}

function kindOf({ adjustment, undoes }: HistoryEventView): string {
  if (adjustment !== undefined) return adjustment.day === undefined ? "adjustment" : "daily reset";
  return undoes === undefined ? "tap" : "undo";
}
