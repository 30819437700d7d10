import { addDays } from "../calendar.ts";
import type { Language } from "../languages.ts";
import { isolated } from "../messages.ts";
import type { MailMessages } from "./messages/en.ts";
import { type NoticeReader, type NoticeRow, oneLine, type PathText } from "./notice-parts.ts";
import type { ReportNotice } from "./report-notice.ts";
import type { WeeklyReport, WeeklyRow } from "./weekly-report.ts";

/** Where there is no number. */
export const noNumber = "–";

/** What people read of a week's numbers. */
export function reportText(
  { week }: ReportNotice,
  { organization, report }: Pick<NoticeReader, "organization" | "report">,
  messages: MailMessages,
): PathText {
  const { name, language, timeZone } = organization;
  const format = formats(language, timeZone);
  const dates = { from: week, to: addDays(week, 6) };
  const title = messages.report(oneLine(name), format.dates(dates));
  if (report === undefined) return { title, lines: [], path: `reports?${addressOf(dates)}` };
  const { before, comparedOn, rows, total, left } = report;
  const shown = rows.map((row) => ({
    ...{ name: isolated(oneLine(row.name)), cells: cellsOf(row) },
    ...(!row.countsPeople && { aside: messages.reportApart }),
  }));
  const wasCounted = rows.some(({ in: ups, out }) => ups !== 0n || out !== 0n);
  const hasComparison = rows.some(({ inBefore }) => inBefore !== undefined);
  return {
    title,
    table: {
      heads: [
        ...[messages.reportIn, messages.reportBefore, messages.reportChange],
        ...[messages.reportOut, messages.reportPeak],
      ],
      rows: [...(total ? [{ name: messages.reportAll, cells: cellsOf(total) }] : []), ...shown],
    },
    lines: [
      ...(wasCounted ? [] : [messages.reportEmpty]),
      ...(hasComparison ? [messages.reportBeside(format.dates(before))] : []),
      ...(hasComparison && comparedOn ? [messages.reportBesideSome(format.dates(comparedOn))] : []),
      ...(left > 0 ? [messages.reportMore(left)] : []),
    ],
    path: `reports?${addressOf(dates, report)}`,
  };

  function cellsOf({
    in: ups,
    out,
    inBefore,
    change,
    peak,
  }: Partial<WeeklyRow>): NoticeRow["cells"] {
    const number = (value: bigint | undefined) =>
      value === undefined ? noNumber : format.number(value);
    return [
      { value: number(ups) },
      { value: number(inBefore) },
      { value: change === undefined ? noNumber : format.change(change) },
      { value: number(out) },
      peak ? { value: number(peak.level), note: format.moment(peak.at) } : { value: noNumber },
    ];
  }
}

/** The same in the console, which reads so many ids of an address; without them it shows all. */
function addressOf(dates: { from: string; to: string }, report?: WeeklyReport): string {
  const { of = "groups", chosenIds = [] } = report ?? {};
  const ids = chosenIds.join(",");
  const some = ids.length > 0 && ids.length <= 700 ? { ids } : {};
  return new URLSearchParams({ of, ...some, ...dates, against: "weeks" }).toString();
}

function formats(language: Language, timeZone: string) {
  const days = { year: "numeric", month: "short", day: "numeric", timeZone: "UTC" } as const;
  const dates = new Intl.DateTimeFormat(language, days);
  const moment = { weekday: "short", hour: "numeric", minute: "2-digit", timeZone } as const;
  const moments = new Intl.DateTimeFormat(language, moment);
  const numbers = new Intl.NumberFormat(language);
  const shares = new Intl.NumberFormat(language, {
    ...{ style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" },
  });
  return {
    dates: ({ from, to }: { from: string; to: string }) =>
      dates.formatRange(Date.parse(from), Date.parse(to)),
    moment: (at: string) => moments.format(Date.parse(at)),
    number: (value: bigint) => numbers.format(value),
    // As wide as a plus.
    change: (change: number) => shares.format(change).replace("-", "\u2212"),
  };
}
