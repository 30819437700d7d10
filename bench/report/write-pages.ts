import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { costsBlocks } from "../costs/costs-page.ts";
import { limitsBlocks } from "../limits/limits-page.ts";
import { stackNumbers } from "../limits/stack-numbers.ts";
import { isMet } from "./figure.ts";
import { type PartName, partNames, parts } from "./parts.ts";
import { figuresOf, type Result, storedResults } from "./results.ts";
import { figureRows, markdownTable } from "./table.ts";

/** The blocks of docs/operators that follow from the results and the templates, by the page that has them. */
export function generatedBlocks(results: Result[]): Record<string, Record<string, string>> {
  const numbers = stackNumbers();
  return {
    "performance.md": { figures: partNames.map((part) => section(part, results)).join("\n\n") },
    "costs.md": costsBlocks(results, numbers),
    "limits.md": limitsBlocks(numbers, results),
  };
}

function section(part: PartName, results: Result[]): string {
  const { title, about, shown } = parts[part];
  const measured = results.filter((result) => result.part === part);
  const missed = measured.flatMap(({ figures }) => figures.filter((one) => isMet(one) === false));
  const names = new Set([...shown, ...missed.map(({ name }) => name)]);
  const rows = figureRows([...names].flatMap((name) => figuresOf(results, part, name)));
  const distinct = (of: (result: Result) => string) =>
    [...new Set(measured.map(of))].toSorted().join(" and ");
  return [
    `### ${title}`,
    about,
    markdownTable(
      ["What", "Measured", "Target"],
      rows.map(({ name, value, target }) => [name, value, target]),
    ),
    `\`npm run bench -- ${part}\`, ${distinct((one) => one.measuredOn)}, ${distinct((one) => one.machine)}.`,
  ].join("\n\n");
}

/** Replaces what stands between the comments of each block; the rest is written by hand. */
export function withBlocks(page: string, blocks: Record<string, string>): string {
  return Object.entries(blocks).reduce((text, [name, block]) => {
    const place = new RegExp(
      `(<!-- Begin generated: ${name} -->\n).*?(\n<!-- End generated -->)`,
      "s",
    );
    if (!place.test(text)) throw new Error(`the page has lost the comments of its block ${name}`);
    return text.replace(place, (_, begin, end) => `${begin}\n${block}\n${end}`);
  }, page);
}

export const pagesFolder = join(import.meta.dirname, "..", "..", "docs", "operators");

export function writePages(): void {
  for (const [page, blocks] of Object.entries(generatedBlocks(storedResults()))) {
    const file = join(pagesFolder, page);
    writeFileSync(file, withBlocks(readFileSync(file, "utf8"), blocks));
  }
}

if (import.meta.main) {
  writePages();
  console.log("The pages of figures, costs and limits are up to date");
}
