import type { MailContent } from "./mail.ts";
import { type MailPart, type MailRow, noNumber } from "./mail-layout.ts";
import type { MailMessages } from "./messages/en.ts";
import type { WeeklyReport, WeeklyRow } from "./weekly-report.ts";

/** The part of a mail with a week's numbers. */
export function reportPart(
  report: WeeklyReport,
  { organizationId, organization, consoleUrl }: MailContent,
  messages: MailMessages,
): MailPart {
  const { language, timeZone } = organization;
  const { dates, before, comparedOn, rows, total, left } = report;
  const format = formats(language, timeZone);
  const shown = rows.map((row) => ({
    ...{ name: row.name, cells: cellsOf(row) },
    ...(!row.countsPeople && { aside: messages.reportApart }),
  }));
  const wasCounted = rows.some(({ in: ups, out }) => ups !== 0n || out !== 0n);
  const hasComparison = rows.some(({ inBefore }) => inBefore !== undefined);
  return {
    title: messages.report(organization.name, format.dates(dates)),
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
    url: `${consoleUrl}/organizations/${organizationId}/reports?${addressOf(report)}`,
    show: messages.reportShow,
  };

  function cellsOf({ in: ups, out, inBefore, change, peak }: Partial<WeeklyRow>): MailRow["cells"] {
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
function addressOf({ dates, of, chosenIds }: WeeklyReport): string {
  const ids = chosenIds.join(",");
  const some = ids.length > 0 && ids.length <= 700 ? { ids } : {};
  return new URLSearchParams({ of, ...some, ...dates, against: "weeks" }).toString();
}

function formats(language: MailContent["organization"]["language"], timeZone: string) {
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
