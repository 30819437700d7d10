import type { Figure } from "./figure.ts";
import { markdownTable } from "./markdown-table.ts";

export type Progress = (text: string) => void;

/**
 * Runs one benchmark as a program: its table (or `--json`) goes to stdout, progress to stderr, and
 * the exit code is 1 when a target is missed.
 */
export async function benchmark(
  name: string,
  measure: (progress: Progress) => Promise<Figure[]>,
): Promise<void> {
  const figures = await measure((text) => console.error(`${name}: ${text}`));
  const json = process.argv.includes("--json");
  console.log(json ? JSON.stringify({ name, figures }) : markdownTable(figures));
  for (const { figure, measured, target } of figures) {
    if (target?.met !== false) continue;
    console.error(`${name}: MISSED ${figure}: ${measured}, target ${target.is}`);
    process.exitCode = 1;
  }
}
