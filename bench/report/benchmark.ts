import { type Figure, isMet } from "./figure.ts";
import { valueText } from "./table.ts";

export type Progress = (text: string) => void;

/**
 * Runs one benchmark as a program: its figures go to stdout as JSON, progress to stderr, and the
 * exit code is 1 when a target is missed.
 */
export async function benchmark(
  part: string,
  measure: (progress: Progress) => Promise<Figure[]>,
): Promise<void> {
  const figures = await measure((text) => console.error(`${part}: ${text}`));
  console.log(JSON.stringify(figures));
  for (const figure of figures.filter((each) => isMet(each) === false)) {
    const { is, value } = figure.target ?? {};
    console.error(`${part}: MISSED ${figure.name}: ${valueText(figure)}, target ${is} ${value}`);
    process.exitCode = 1;
  }
}
