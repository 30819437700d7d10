import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { Figure, figureKey } from "./figure.ts";
import { type PartName, partNames } from "./parts.ts";

/**
 * What a part of the benchmarks measured, when and where. A part has several results only where its
 * figures were not all measured at once.
 */
export const Result = z.strictObject({
  part: z.enum(partNames),
  measuredOn: z.iso.date(),
  node: z.string(),
  machine: z.string(),
  /** Of the measured code, where it was known and nothing was changed. */
  commit: z.string().exactOptional(),
  figures: z
    .array(Figure)
    .min(1)
    .refine((figures) => new Set(figures.map(figureKey)).size === figures.length, {
      error: "two figures have the same name and unit",
    }),
});
export type Result = z.infer<typeof Result>;

export const resultsFile = join(import.meta.dirname, "..", "results.json");

export function storedResults(): Result[] {
  return z.array(Result).parse(JSON.parse(readFileSync(resultsFile, "utf8")));
}

/** Stores the results in place of all that their parts have. */
export function storeResults(fresh: Result[]): void {
  const measured = new Set(fresh.map(({ part }) => part));
  const kept = storedResults().filter(({ part }) => !measured.has(part));
  writeFileSync(resultsFile, resultsText([...kept, ...fresh]));
}

/** In the order of the parts, with one figure in a line, so that a change of one is one of a line. */
export function resultsText(results: Result[]): string {
  const ordered = results.toSorted((a, b) => partNames.indexOf(a.part) - partNames.indexOf(b.part));
  const texts = ordered.map(({ figures, ...about }) => {
    const lines = figures.map((figure) => `    ${JSON.stringify(rounded(figure))}`);
    return `${JSON.stringify(about).slice(0, -1)}, "figures": [\n${lines.join(",\n")}\n  ]}`;
  });
  return `[\n  ${texts.join(",\n  ")}\n]\n`;
}

/** Four significant digits, because nothing here is measured more exactly. */
function rounded({ value, rounds, ...figure }: Figure): Figure {
  const round = (exact: number) => (Number.isInteger(exact) ? exact : Number(exact.toPrecision(4)));
  const { name, ...rest } = figure;
  return { name, value: round(value), ...rest, ...(rounds && { rounds: rounds.map(round) }) };
}

/** The figures of a name, one for each unit; throws when there are none. */
export function figuresOf(results: Result[], part: PartName, name: string): Figure[] {
  const found = results
    .filter((result) => result.part === part)
    .flatMap(({ figures }) => figures.filter((figure) => figure.name === name));
  if (found.length === 0) throw new Error(`the part ${part} has no figure "${name}"`);
  return found;
}
