import type { HistoryEventView } from "../../../../api/private/charts.ts";
import { csvLine } from "../../../browser/csv-line.ts";

/** What the lines of an exported history begin with. */
export const csvHeader = csvLine([
  ...["time", "event", "change", "total", "counted by", "late", "tapped at"],
]);

/** Lines of a CSV file (RFC 4180); `who` is the name of whoever counted. */
export function csvLines(
  events: HistoryEventView[],
  who: (by: HistoryEventView["by"]) => string,
): string {
  return events
    .map(({ createdAt, lastEventId, delta, count, by, late, tappedAt }) =>
      csvLine([createdAt, lastEventId, delta, count, who(by), late ? "yes" : "no", tappedAt ?? ""]),
    )
    .join("");
}
