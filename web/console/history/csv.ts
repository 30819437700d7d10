import type { HistoryEventView } from "../../../core/private-api/counters/history.ts";

/** What the lines of an exported history begin with. */
export const csvHeader = line([
  ...["time", "event", "change", "total", "counted by", "late", "tapped at"],
]);

/** Lines of a CSV file (RFC 4180); `who` is the name of whoever counted. */
export function csvLines(
  events: HistoryEventView[],
  who: (by: HistoryEventView["by"]) => string,
): string {
  return events
    .map(({ createdAt, lastEventId, delta, count, by, late, tappedAt }) =>
      line([createdAt, lastEventId, delta, count, who(by), late ? "yes" : "no", tappedAt ?? ""]),
    )
    .join("");
}

function line(cells: (string | number)[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

/** A number stays one; text that a spreadsheet would run as a formula gets an apostrophe. */
function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const harmless = /^[\s=+\-@]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
