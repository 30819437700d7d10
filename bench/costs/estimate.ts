import type { Result } from "../report/results.ts";
import { markdownTable, numberText } from "../report/table.ts";
import { inputs as described, flagOf, type Inputs, inputNames } from "./inputs.ts";
import { monthOf } from "./month.ts";
import { type BillLine, bill, dollarsOf, sum, type Usage } from "./usage.ts";

/** What a month costs, with the counts behind it. */
export interface Estimate {
  inputs: Inputs;
  services: { service: string; dollars: number; lines: BillLine[] }[];
  purposes: { purpose: string; dollars: number }[];
  dollars: number;
}

export function estimateOf(inputs: Inputs, results: Result[]): Estimate {
  const month = monthOf(inputs, results);
  const usage = sum(...Object.values(month));
  const purposes = Object.entries(month).map(([purpose, lines]) => ({
    purpose,
    dollars: dollarsOf(lines),
  }));
  return {
    inputs,
    services: servicesOf(usage),
    purposes,
    dollars: dollarsOf(usage),
  };
}

/** What a usage costs at each service, the most expensive first. */
export function servicesOf(usage: Usage): Estimate["services"] {
  return [...Map.groupBy(bill(usage), ({ service }) => service)]
    .map(([service, lines]) => ({
      service,
      dollars: lines.reduce((total, line) => total + line.dollars, 0),
      lines,
    }))
    .toSorted((a, b) => b.dollars - a.dollars);
}

/** For a terminal. */
export function estimateText({ inputs, services, purposes, dollars }: Estimate): string {
  const table = (head: string[], rows: string[][]) => markdownTable(head, rows, true);
  return [
    table(
      ["A month with", "", "Option"],
      inputNames.map((name) => [
        described[name].is,
        numberText(inputs[name]),
        `\`${flagOf(name)}\``,
      ]),
    ),
    table(
      ["By service", "Amount", "Price in dollars", "Dollars"],
      [
        ...services.flatMap((each) => [
          [`**${each.service}**`, "", "", `**${money(each.dollars)}**`],
          ...each.lines.map((line) => ["", ...billCells(line)]),
        ]),
        ["**together**", "", "", `**${money(dollars)}**`],
      ],
    ),
    table(
      ["By purpose", "Dollars"],
      purposes.map((each) => [each.purpose, money(each.dollars)]),
    ),
  ].join("\n\n");
}

/** Amount, price and dollars. */
function billCells({ amount, unit, price, per, dollars }: BillLine): string[] {
  if (unit.startsWith("bytes")) {
    const gigabytes = `${numberText(amount / per)} ${unit.replace("bytes", "GB")}`;
    return [gigabytes, `${price}`, money(dollars)];
  }
  const count = numberText(amount < 10 ? amount : Math.round(amount));
  const each = per === 1 ? `${price}` : `${price} per ${numberText(per)}`;
  return [`${count} ${unit}`, each, money(dollars)];
}

/** Cents below a hundred dollars, whole dollars above. */
export function money(dollars: number): string {
  if (dollars === 0) return "0";
  if (dollars < 0.005) return "< 0.01";
  return dollars < 99.995 ? dollars.toFixed(2) : numberText(Math.round(dollars));
}
