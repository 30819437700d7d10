import type { Figure } from "./figure.ts";

export interface PartFigure extends Figure {
  /** The program that measured it. */
  part?: string;
}

/** The figures as a table for a terminal, and for docs/operators/performance.md. */
export function markdownTable(figures: PartFigure[]): string {
  const withParts = figures.some(({ part }) => part !== undefined);
  const rows = figures.map(({ figure, measured, target, part }) => [
    figure,
    measured,
    targetText(target),
    ...(withParts ? [part === undefined ? "" : `\`${part}\``] : []),
  ]);
  const head = ["What", "Measured", "Target", ...(withParts ? ["Part"] : [])];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

/** What a figure should be, and whether it is missed. */
export function targetText(target: Figure["target"]): string {
  return target === undefined ? "" : `${target.is}${target.met ? "" : " **missed**"}`;
}
