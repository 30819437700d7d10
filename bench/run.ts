import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { Argument, Command } from "commander";
import * as z from "zod";
import { Figure } from "./report/figure.ts";
import { type PartName, partNames } from "./report/parts.ts";
import { type Result, resultOf, resultsFolder, resultText } from "./report/result.ts";
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
  .exitOverride(({ exitCode, code }) => {
    process.exit(code.startsWith("commander.help") ? exitCode : 2);
  })
  .parse();
const options = command.opts<{ json: boolean; write: boolean }>();
const named = command.processedArgs[0] as PartName[];
const writes = options.write || (!options.json && named.length === 0);

/** No benchmark takes half of this on a quiet machine of two cores; one that hangs is ended. */
const longestMs = 900_000;

const results: Result[] = [];
for (const part of named.length === 0 ? partNames : named) {
  const figures = await measured(part);
  if (figures !== undefined) results.push(resultOf({ part, ...provenance() }, figures));
}
if (options.json) {
  console.log(JSON.stringify(results));
} else {
  for (const { part, figures } of results) console.log(`${part}\n\n${table(figures)}\n`);
}
if (writes) {
  for (const one of results)
    writeFileSync(join(resultsFolder, `${one.part}.json`), resultText(one));
  writePages();
  console.error("bench/results and the pages that follow from it are written");
}

function table(figures: Figure[]): string {
  const rows = figureRows(figures).map(({ name, measured, target }) => [name, measured, target]);
  return markdownTable(["What", "Measured", "Target"], rows, true);
}

function provenance() {
  const git = (...args: string[]) => spawnSync("git", args, { encoding: "utf8" }).stdout?.trim();
  const commit =
    git("status", "--porcelain") === "" ? git("rev-parse", "--short", "HEAD") : undefined;
  return {
    measuredOn: new Date().toISOString().slice(0, 10),
    node: process.version,
    machine: `${availableParallelism()} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB`,
    ...(commit !== undefined && { commit }),
  };
}

/** One after the other, because parts that run at the same time would disturb one another. */
async function measured(part: PartName): Promise<Figure[] | undefined> {
  const startedMs = performance.now();
  const program = join(import.meta.dirname, "programs", `${part}.ts`);
  const child = spawn(process.execPath, [program], {
    stdio: ["ignore", "pipe", "inherit"],
    timeout: longestMs,
  });
  const [printed, [code]] = await Promise.all([
    json(child.stdout).catch(() => undefined),
    once(child, "exit"),
  ]);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
  const figures = z.array(Figure).safeParse(printed).data;
  if (code !== 0) process.exitCode = 1;
  const result = code === 0 ? "done" : figures === undefined ? "FAILED" : "MISSED a target";
  console.error(`${part}: ${result} after ${seconds} s`);
  return figures;
}
