import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import { join, relative } from "node:path";
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import { type Checkout, checkoutAt, hasPart, measuredByTurns } from "./checkout.ts";
import { compareResults, comparisonTable, pairsOf } from "./report/comparison.ts";
import type { Figure } from "./report/figure.ts";
import { type Gain, gainOf, gainsFolder } from "./report/gain.ts";
import { type PartName, partNames } from "./report/parts.ts";
import {
  type Provenance,
  type Result,
  resultOf,
  resultsFolder,
  resultsIn,
  resultText,
} from "./report/result.ts";
import { overRounds } from "./report/rounds.ts";
import { figureRows, markdownTable } from "./report/table.ts";
import { writePages } from "./report/write-pages.ts";

const command = new Command("npm run bench --")
  .description(
    "Measures the service on this machine. Without parts it measures all, in about twenty minutes, " +
      "and writes bench/results and the pages that follow from it. The figures of named parts are only printed.",
  )
  .addArgument(new Argument("[part...]", "what to measure").choices(partNames))
  .option("--json", "prints the results as JSON", false)
  .option("--write", "writes the results of named parts, too", false)
  .addOption(
    new Option("--rounds <n>", "how often each part is measured: 1, or 3 to compare").argParser(
      parsedRounds,
    ),
  )
  .addOption(
    new Option(
      "--beside <folder>",
      "measures the parts by turns here and in another checkout, which is before",
    ).argParser(parsedCheckout),
  )
  .addOption(
    new Option(
      "--compare <results>",
      "says what got worse by more than its noise since these results: a folder, a file or a commit",
    )
      .argParser(parsedResults)
      .conflicts(["beside", "write", "json"]),
  )
  .exitOverride(({ exitCode, code }) => {
    process.exit(code.startsWith("commander.help") ? exitCode : 2);
  })
  .parse();
const options = command.opts<{
  json: boolean;
  write: boolean;
  rounds?: number;
  beside?: Checkout;
  compare?: Result[];
}>();
const named = command.processedArgs[0] as PartName[];
const here = checkoutAt(join(import.meta.dirname, ".."));
if (here === undefined) throw new Error("the benchmarks are not in a checkout");

if (options.beside !== undefined) await measureBeside(here, options.beside, named);
else if (options.compare !== undefined) await compare(here, options.compare, named);
else await measure(here, named);

async function measure(checkout: Checkout, parts: PartName[]): Promise<void> {
  const results: Result[] = [];
  for (const part of parts.length === 0 ? partNames : parts) {
    const result = await resultHere(checkout, part, options.rounds ?? 1);
    if (result === undefined || result.figures.some(({ met }) => met === false)) {
      process.exitCode = 1;
    }
    if (result !== undefined) results.push(result);
  }
  print(results, ({ part, figures }) => `${part}\n\n${table(figures)}`);
  if (options.write || (!options.json && parts.length === 0)) write(resultsFolder, results);
}

async function resultHere(
  checkout: Checkout,
  part: PartName,
  rounds: number,
): Promise<Result | undefined> {
  const measured = await measuredByTurns(part, { checkouts: [checkout], rounds });
  return measured && resultOf(provenance(part, checkout), overRounds(measured[0] ?? []));
}

async function measureBeside(after: Checkout, before: Checkout, parts: PartName[]): Promise<void> {
  if (parts.length === 0) command.error("error: name the parts to measure beside another checkout");
  const missing = parts.filter((part) => !hasPart(before, part));
  if (missing.length > 0) command.error(`error: ${before.folder} has no ${missing.join(", ")}`);
  const gains: Gain[] = [];
  for (const part of parts) {
    const gain = await gainBeside(part, after, before);
    if (gain === undefined) process.exitCode = 1;
    else gains.push(gain);
  }
  const compared = { sameMachine: true, aligned: true };
  print(gains, ({ part, figures }) => `${part}\n\n${comparisonTable(figures, compared)}`);
  if (options.write) write(gainsFolder, gains);
}

async function gainBeside(
  part: PartName,
  after: Checkout,
  before: Checkout,
): Promise<Gain | undefined> {
  const rounds = options.rounds ?? 3;
  const measured = await measuredByTurns(part, { checkouts: [after, before], rounds });
  if (measured === undefined) return undefined;
  const about = provenance(part, after);
  const [now, then] = measured.map((each) => resultOf(about, overRounds(each)).figures);
  const pairs = pairsOf(then ?? [], now ?? []);
  const { commit: commitBefore } = before;
  if (pairs.length > 0) return gainOf({ ...about, ...(commitBefore && { commitBefore }) }, pairs);
  console.error(`${part}: the two checkouts have no figure in common`);
  return undefined;
}

async function compare(checkout: Checkout, stored: Result[], parts: PartName[]): Promise<void> {
  const missing = parts.filter((name) => !stored.some(({ part }) => part === name));
  if (missing.length > 0) command.error(`error: the results have no ${missing.join(", ")}`);
  for (const before of stored.filter(({ part }) => parts.length === 0 || parts.includes(part))) {
    const after = await resultHere(checkout, before.part, options.rounds ?? 3);
    const comparison = after && compareResults(before, after);
    if (comparison?.worse.length !== 0) process.exitCode = 1;
    if (comparison?.compared === 0) {
      process.exitCode = 1;
      console.error(`${before.part}: no figure of the results was measured again`);
    }
    if (comparison !== undefined) console.log(`${comparison.text}\n`);
  }
}

function table(figures: Figure[]): string {
  const rows = figureRows(figures).map(({ name, measured, target }) => [name, measured, target]);
  return markdownTable(["What", "Measured", "Target"], rows, true);
}

function print<Measured>(measured: Measured[], text: (one: Measured) => string): void {
  if (options.json) console.log(JSON.stringify(measured));
  else for (const one of measured) console.log(`${text(one)}\n`);
}

function write(folder: string, measured: (Result | Gain)[]): void {
  mkdirSync(folder, { recursive: true });
  for (const one of measured) {
    writeFileSync(join(folder, `${one.part}.json`), resultText<unknown>(one));
  }
  writePages();
  console.error(`${relative(process.cwd(), folder)} and the pages that follow from it are written`);
}

function provenance(part: PartName, { commit }: Checkout): Provenance {
  return {
    part,
    measuredOn: new Date().toISOString().slice(0, 10),
    node: process.version,
    machine: `${availableParallelism()} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB`,
    ...(commit !== undefined && { commit }),
  };
}

function parsedRounds(text: string): number {
  const rounds = Number(text);
  if (Number.isInteger(rounds) && rounds >= 1 && rounds <= 20) return rounds;
  throw new InvalidArgumentError("Expected a number from 1 to 20.");
}

function parsedCheckout(folder: string): Checkout {
  const checkout = checkoutAt(folder);
  if (checkout !== undefined) return checkout;
  throw new InvalidArgumentError("It is no checkout of this project.");
}

function parsedResults(source: string): Result[] {
  try {
    return resultsIn(source);
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
}
