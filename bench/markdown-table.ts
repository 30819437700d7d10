import type { Figure } from "./figure.ts";

/** The figures as a table for a terminal and for the README. */
export function markdownTable(figures: Figure[]): string {
  const rows = figures.map(({ figure, measured, target }) => [
    figure,
    measured,
    target === undefined ? "" : `${target.is}${target.met ? "" : " **missed**"}`,
  ]);
  const head = ["Figure", "Measured", "Target"];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}
