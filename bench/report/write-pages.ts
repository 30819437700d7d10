import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { costsBlocks } from "../costs/costs-page.ts";
import { limitsBlocks } from "../limits/limits-page.ts";
import { stackNumbers } from "../limits/stack-numbers.ts";
import { figurePages } from "./figure-pages.ts";
import { type Gain, storedGains } from "./gain.ts";
import { type Result, storedResults } from "./result.ts";

const operators = join(import.meta.dirname, "..", "..", "docs", "operators");

/** The files of docs/operators that follow from the results and the templates, with their texts. */
export function generatedPages(results: Result[], gains: Gain[]): Map<string, string> {
  const { overview, pages } = figurePages(results, gains);
  const numbers = stackNumbers();
  const { blocks, chart } = costsBlocks(results, numbers);
  return new Map([
    ["performance.md", withBlocks(read("performance.md"), { figures: overview })],
    ["costs.md", withBlocks(read("costs.md"), blocks)],
    ["costs.svg", chart],
    ["limits.md", withBlocks(read("limits.md"), limitsBlocks(numbers, results))],
    ...[...pages].map(([file, text]) => [`performance/${file}`, text] as const),
  ]);
}

export function writePages(): void {
  const pages = generatedPages(storedResults(), storedGains());
  const folder = join(operators, "performance");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [file, text] of pages) writeFileSync(join(operators, file), text);
}

/** The files that are there, by the same names. */
export function storedPages(): Map<string, string> {
  const files = globSync(
    ["performance.md", "costs.md", "costs.svg", "limits.md", "performance/*"],
    {
      cwd: operators,
    },
  );
  return new Map(files.map((file) => [file, read(file)]));
}

function read(file: string): string {
  return readFileSync(join(operators, file), "utf8");
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

if (import.meta.main) {
  writePages();
  console.log("The pages of figures, costs and limits are up to date");
}
