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
