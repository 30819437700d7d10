import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { Figure, isMet } from "./figure.ts";
import { type PartName, partNames } from "./parts.ts";

/** `met` stands in the file for those who read it without this code. */
const StoredFigure = Figure.extend({ met: z.boolean().exactOptional() }).refine(
  (figure) => figure.met === isMet(figure),
  { error: "met contradicts value and target" },
);

/** What a part of the benchmarks measured, when and where. */
export const Result = z.strictObject({
  part: z.enum(partNames),
  measuredOn: z.iso.date(),
  node: z.string(),
  machine: z.string(),
  /** Of the measured code, where it was known and nothing was changed. */
  commit: z.string().exactOptional(),
  figures: z
    .array(StoredFigure)
    .min(1)
    .refine((figures) => new Set(figures.map(keyOf)).size === figures.length, {
      error: "two figures have the same name and unit",
    }),
});
export type Result = z.infer<typeof Result>;

const keyOf = ({ name, unit }: Figure) => `${name} ${unit}`;

/** bench/results has a file for each part. */
export const resultsFolder = join(import.meta.dirname, "..", "results");

export function storedResults(): Result[] {
  return globSync("*.json", { cwd: resultsFolder })
    .sort()
    .map((file) => Result.parse(JSON.parse(readFileSync(join(resultsFolder, file), "utf8"))));
}

/** Numbers have four significant digits, because nothing here is measured more exactly. */
export function resultOf(about: Omit<Result, "figures">, measured: Figure[]): Result {
  const figures = measured.map((figure) => {
    const { value } = figure;
    const rounded = Number.isInteger(value) ? value : Number(value.toPrecision(4));
    const met = isMet({ ...figure, value: rounded });
    return { ...figure, value: rounded, ...(met !== undefined && { met }) };
  });
  return Result.parse({ ...about, figures });
}

/** One figure in a line, so that a change of one is a change of one line. */
export function resultText({ figures, ...about }: Result): string {
  const head = JSON.stringify(about, null, 2).slice(0, -2);
  const lines = figures.map((figure) => `    ${JSON.stringify(figure)}`);
  return `${head},\n  "figures": [\n${lines.join(",\n")}\n  ]\n}\n`;
}

/** The figures of a name, one for each unit; throws when there are none. */
export function figuresOf(results: Result[], part: PartName, name: string): Figure[] {
  const figures = results.find((result) => result.part === part)?.figures ?? [];
  const found = figures.filter((figure) => figure.name === name);
  if (found.length === 0) throw new Error(`the part ${part} has no figure "${name}"`);
  return found;
}
