import { basename } from "node:path";
import { type Figure, isMet } from "./figure.ts";
import { valueText } from "./table.ts";

const part = basename(process.argv[1] ?? "", ".ts");

export function progress(text: string): void {
  console.error(`${part}: ${text}`);
}

/**
 * Runs a program of benchmarks: its figures go to stdout as JSON, progress to stderr, and the exit
 * code is 1 when a target is missed.
 */
export async function benchmark(measure: () => Promise<Figure[]>): Promise<void> {
  const figures = await measure();
  console.log(JSON.stringify(figures));
  for (const figure of figures.filter((each) => isMet(each) === false)) {
    const { is, value } = figure.target ?? {};
    progress(`MISSED ${figure.name}: ${valueText(figure)}, target ${is} ${value}`);
    process.exitCode = 1;
  }
}
