import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { Figure, figureKey, isMet } from "./figure.ts";
import { type PartName, partNames } from "./parts.ts";

/** `met` stands in the file for those who read it without this code. */
const StoredFigure = Figure.extend({ met: z.boolean().exactOptional() }).refine(
  (figure) => figure.met === isMet(figure),
  { error: "met contradicts value and target" },
);

/** Which part was measured, when and where. */
export const Provenance = z.strictObject({
  part: z.enum(partNames),
  measuredOn: z.iso.date(),
  node: z.string(),
  machine: z.string(),
  /** Of the measured code, where it was known and nothing was changed. */
  commit: z.string().exactOptional(),
});
export type Provenance = z.infer<typeof Provenance>;

/** What a part of the benchmarks measured. */
export const Result = Provenance.extend({
  figures: z
    .array(StoredFigure)
    .min(1)
    .refine((figures) => new Set(figures.map(figureKey)).size === figures.length, {
      error: "two figures have the same name and unit",
    }),
});
export type Result = z.infer<typeof Result>;

const partFiles = partNames.map((part) => `${part}.json`);

/** bench/results has a file for each part. */
export const resultsFolder = join(import.meta.dirname, "..", "results");

export function storedResults(): Result[] {
  return globSync("*.json", { cwd: resultsFolder })
    .sort()
    .map((file) => Result.parse(JSON.parse(readFileSync(join(resultsFolder, file), "utf8"))));
}

/**
 * The results in a folder, a file, or bench/results of a commit; those of parts that exist no more are
 * left out. Throws for anything else, with a message for its user.
 */
export function resultsIn(source: string): Result[] {
  const texts = existsSync(source) ? textsOfFiles(source) : textsOfCommit(source);
  if (texts.length === 0) throw new Error(`${source} has no results`);
  return texts.map(({ file, text }) => {
    const { data, error } = Result.safeParse(parsedJson(text));
    if (error) throw new Error(`${file} is no result of this version: ${z.prettifyError(error)}`);
    return data;
  });
}

function textsOfFiles(source: string) {
  const files = statSync(source).isDirectory()
    ? partFiles.map((file) => join(source, file)).filter((file) => existsSync(file))
    : [source];
  return files.map((file) => ({ file, text: readFileSync(file, "utf8") }));
}

function textsOfCommit(source: string) {
  const git = (...args: string[]) =>
    spawnSync("git", args, { cwd: import.meta.dirname, encoding: "utf8" });
  const name = ["--verify", "--quiet", "--end-of-options", `${source}^{commit}`];
  const commit = git("rev-parse", ...name).stdout.trim();
  if (commit === "") throw new Error(`${source} is no folder, file or commit`);
  return partFiles.flatMap((part) => {
    const file = `${source}:bench/results/${part}`;
    const { status, stdout: text } = git("show", `${commit}:bench/results/${part}`);
    return status === 0 ? [{ file, text }] : [];
  });
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Numbers have four significant digits, because nothing here is measured more exactly. */
export function resultOf(about: Provenance, measured: Figure[]): Result {
  const figures = measured.map((figure) => {
    const value = rounded(figure.value);
    const met = isMet({ ...figure, value });
    const rounds = figure.rounds?.map(rounded);
    return { ...figure, value, ...(rounds && { rounds }), ...(met !== undefined && { met }) };
  });
  return Result.parse({ ...about, figures });
}

function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(4));
}

/** One figure in a line, so that a change of one is a change of one line. */
export function resultText<Figure>({ figures, ...about }: { figures: Figure[] }): string {
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
