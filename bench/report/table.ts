import { type Figure, isMet } from "./figure.ts";

/** A row of a table: all figures of a name, such as the read and the write units of a request. */
export interface FigureRow {
  name: string;
  value: string;
  /** The value, and what it is made of. */
  measured: string;
  target: string;
}

export function figureRows(figures: Figure[]): FigureRow[] {
  return [...Map.groupBy(figures, ({ name }) => name)].map(([name, group]) => {
    const details = group.flatMap(({ detail }) => detail ?? []);
    const value = group.map(valueText).join(" + ");
    const missed = group.some((figure) => isMet(figure) === false);
    return {
      name,
      value,
      measured: details.length === 0 ? value : `${value} (${details.join("; ")})`,
      target: `${group.flatMap(targetText).join(", ")}${missed ? " **missed**" : ""}`,
    };
  });
}

/** With what the rounds measured at least and at most, where they differ. */
export function valueText({
  value,
  unit,
  rounds = [value],
}: Pick<Figure, "value" | "unit" | "rounds">): string {
  const [least, most] = [Math.min(...rounds), Math.max(...rounds)];
  const spread = least === most ? "" : ` (${numberText(least)} to ${numberText(most)})`;
  return `${numberText(value)} ${unit}${spread}`;
}

export function numberText(value: number): string {
  const digits = Number.isInteger(value) ? {} : { maximumSignificantDigits: 4 };
  return value.toLocaleString("en-US", digits);
}

function targetText({ target, unit }: Figure): string[] {
  if (target === undefined) return [];
  const bound = valueText({ value: target.value, unit });
  return [target.is === "=" ? bound : `${target.is} ${bound}`];
}

/** A table of Markdown; aligned for a terminal, or as short as it can be for a page. */
export function markdownTable(head: string[], rows: string[][], aligned = false): string {
  const widths = head.map((title, column) =>
    aligned ? Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)) : 0,
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const rule = head.map((_, column) => "-".repeat(Math.max(3, widths[column] ?? 0)));
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}
