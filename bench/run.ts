import { availableParallelism, cpus, totalmem } from "node:os";
import { join } from "node:path";
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import { type Checkout, checkoutAt, hasPart, measuredByTurns } from "./checkout.ts";
import { comparisonTable, overRounds } from "./report/comparison.ts";
import { type Figure, isMet } from "./report/figure.ts";
import { type PartName, partNames } from "./report/parts.ts";
import { Result, storeResults } from "./report/results.ts";
import { figureRows, markdownTable } from "./report/table.ts";
import { writePages } from "./report/write-pages.ts";

const command = new Command("npm run bench --")
  .description(
    "Measures the service on this machine. Without parts it measures all, in about fifteen minutes, " +
      "and writes bench/results.json and the pages that follow from it. The figures of named parts are only printed.",
  )
  .addArgument(new Argument("[part...]", "what to measure").choices(partNames))
  .option("--json", "prints the results as JSON", false)
  .option("--write", "writes the results of named parts, too", false)
  .addOption(
    new Option("--rounds <n>", "how often each part is measured; 3 with --beside").argParser(
      parsedRounds,
    ),
  )
  .addOption(
    new Option(
      "--beside <folder>",
      "measures the parts by turns here and in another checkout, which is before",
    )
      .argParser(parsedCheckout)
      .conflicts(["write", "json"]),
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
}>();
const named = command.processedArgs[0] as PartName[];
const here = checkoutAt(join(import.meta.dirname, ".."));
if (here === undefined) throw new Error("the benchmarks are not in a checkout");

if (options.beside !== undefined) await measureBeside(here, options.beside, named);
else await measure(here, named);

async function measure(checkout: Checkout, named: PartName[]): Promise<void> {
  const results: Result[] = [];
  for (const part of named.length === 0 ? partNames : named) {
    const { rounds = 1 } = options;
    const [measured] = (await measuredByTurns(part, { checkouts: [checkout], rounds })) ?? [];
    if (measured === undefined) process.exitCode = 1;
    else results.push(resultOf(part, checkout, overRounds(measured)));
  }
  const all = results.flatMap(({ figures }) => figures);
  if (all.some((figure) => isMet(figure) === false)) process.exitCode = 1;
  if (options.json) console.log(JSON.stringify(results));
  else for (const { part, figures } of results) console.log(`${part}\n\n${table(figures)}\n`);
  if (options.write || (!options.json && named.length === 0)) {
    storeResults(results);
    writePages();
    console.error("bench/results.json and the pages that follow from it are written");
  }
}

async function measureBeside(after: Checkout, before: Checkout, parts: PartName[]): Promise<void> {
  if (parts.length === 0) command.error("error: name the parts to measure beside another checkout");
  const missing = parts.filter((part) => !hasPart(before, part));
  if (missing.length > 0) command.error(`error: ${before.folder} has no ${missing.join(", ")}`);
  for (const part of parts) {
    const { rounds = 3 } = options;
    const measured = await measuredByTurns(part, { checkouts: [before, after], rounds });
    const [then = [], now = []] = (measured ?? []).map(overRounds);
    const compared = comparisonTable(then, now);
    if (compared !== undefined) console.log(`${part}\n\n${compared}\n`);
    else process.exitCode = 1;
  }
}

function table(figures: Figure[]): string {
  const rows = figureRows(figures).map(({ name, measured, target }) => [name, measured, target]);
  return markdownTable(["What", "Measured", "Target"], rows, true);
}

function resultOf(part: PartName, { commit }: Checkout, figures: Figure[]): Result {
  return Result.parse({
    part,
    measuredOn: new Date().toISOString().slice(0, 10),
    node: process.version,
    machine: `${availableParallelism()} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB`,
    ...(commit !== undefined && { commit }),
    figures,
  });
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
