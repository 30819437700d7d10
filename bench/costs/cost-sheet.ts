import { customers } from "./customers.ts";
import { measuredOf } from "./measured.ts";
import { monthOf } from "./month.ts";
import { unitBills } from "./unit-bills.ts";

/** The generated part of docs/operators/costs.md, from the text of performance.md. */
export function costSheet(performancePage: string): string {
  const measured = measuredOf(performancePage);
  const units = unitBills(measured);
  const { read, tap, delivery, watchedCount } = units;
  const millions: [string, number][] = [
    ["reads of a counter", read.counter],
    ["reads of a list of 10 counters", read.list10],
    ["reads of a list of 1,000 counters", read.list1000],
    ["reads of a list of 10,000 counters", read.list10000],
    ["reads of 100 events of a history", read.page],
    ["taps, one in a request", tap.alone],
    ["taps, 25 in a request", tap.in25],
    ["deliveries, at the first attempt, one in an invocation", delivery.alone],
    ["deliveries, at the first attempt, ten in an invocation", delivery.in10],
    ["counts evaluated for a group with alerts, alone", watchedCount.alone],
    ["counts evaluated for a group with alerts, many at once", watchedCount.together],
    ["viewer-hours of embeds, without what reaches the service", units.viewerHour],
    ["hours of an open counting page", units.phoneHour],
    ["hours of a console with live numbers of 30 counters", units.consoleHour],
  ];
  const months = customers.map((customer) => monthOf(customer, units, measured));
  const rows = Object.keys(months[0] ?? {}) as (keyof (typeof months)[number])[];
  const sums = months.map((month) => Object.values(month).reduce((sum, each) => sum + each, 0));
  return [
    table(
      ["a million of", "dollars"],
      millions.map(([what, price]) => [what, money(price * 1e6)]),
    ),
    customers.map(({ name, is }) => `- **The ${name}**: ${is}.`).join("\n"),
    table(
      ["a month", ...customers.map(({ name }) => name)],
      [
        ["taps", ...customers.map(({ taps }) => whole(taps))],
        ["hours of open counting pages", ...customers.map(({ phoneHours }) => whole(phoneHours))],
        ["requests of integrators", ...customers.map(({ reads }) => whole(total(reads)))],
        ["webhook endpoints", ...customers.map(({ endpoints }) => whole(endpoints))],
        ["viewer-hours", ...customers.map(({ viewerHours }) => whole(viewerHours))],
        ["hours of consoles", ...customers.map(({ consoleHours }) => whole(consoleHours))],
      ],
    ),
    table(
      ["dollars a month", ...customers.map(({ name }) => name)],
      [
        ...rows.map((row) => [row, ...months.map((month) => money(month[row]))]),
        ["**together**", ...sums.map((sum) => `**${money(sum)}**`)],
      ],
    ),
  ].join("\n\n");
}

function table(head: string[], rows: string[][]): string {
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function total(parts: Record<string, number>): number {
  return Object.values(parts).reduce((sum, each) => sum + each, 0);
}

function whole(number: number): string {
  return Math.round(number).toLocaleString("en-US");
}

/** Cents below a hundred dollars, whole dollars above. */
function money(dollars: number): string {
  if (dollars === 0) return "0";
  return dollars < 99.995 ? dollars.toFixed(2) : whole(dollars);
}
