import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism, cpus, totalmem } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { Argument, Command } from "commander";
import * as z from "zod";
import { writeCostSheet } from "./costs/cost-page.ts";
import { markdownTable } from "./report/markdown-table.ts";
import { writePerformancePage } from "./report/performance-page.ts";

const allParts = [
  ...["round-trips", "capacity", "cold-load", "overhead", "big-list", "taps"],
  ...["webhook-latency", "webhook-throughput", "noisy-neighbour", "webhook-cost"],
  ...["alert-latency", "alert-throughput", "alert-cost"],
  ...["private-cost", "gate-taps", "charts"],
  "embed",
];
const costSheet = "cost-sheet";
const command = new Command("npm run bench --")
  .description(
    "Measures the service on this machine. Without parts it measures all, in about twenty minutes, " +
      "and writes docs/operators/performance.md and costs.md. The figures of named parts are only " +
      `printed. ${costSheet} measures nothing: it writes costs.md from performance.md.`,
  )
  .addArgument(new Argument("[part...]", "what to measure").choices([...allParts, costSheet]))
  .option("--json", "prints the figures as JSON", false)
  .option("--write", "puts the figures of named parts in their places on both pages", false)
  .exitOverride(({ exitCode, code }) => {
    process.exit(code.startsWith("commander.help") ? exitCode : 2);
  })
  .parse();
const options = command.opts<{ json: boolean; write: boolean }>();
if (command.args.includes(costSheet)) {
  if (command.args.length > 1) command.error(`error: ${costSheet} goes with no other part`);
  await writeCostSheet();
  console.error("docs/operators/costs.md is written");
  process.exit();
}
const parts = command.args.length === 0 ? allParts : command.args;

/** No benchmark takes half of this on a quiet machine of two cores; one that hangs is ended. */
const longestMs = 900_000;

const Outcome = z.object({
  name: z.string(),
  figures: z.array(
    z.object({
      figure: z.string(),
      measured: z.string(),
      target: z.object({ is: z.string(), met: z.boolean() }).exactOptional(),
    }),
  ),
});
type Outcome = z.infer<typeof Outcome>;

const outcomes: Outcome[] = [];
for (const part of parts) {
  const outcome = await run(part);
  if (outcome !== undefined) outcomes.push(outcome);
}
const machine = {
  date: new Date().toISOString().slice(0, 10),
  node: process.version,
  machine: `${availableParallelism()} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB`,
};
const how = `${machine.date} with Node.js ${machine.node} on ${machine.machine}`;
if (options.json) {
  console.log(JSON.stringify({ ...machine, benchmarks: outcomes }));
} else {
  const table = markdownTable(
    outcomes.flatMap(({ name, figures }) => figures.map((one) => ({ ...one, part: name }))),
  );
  console.log(`Measured on ${how}.\n\n${table}`);
}
if (options.write || (!options.json && command.args.length === 0)) await write();

async function write(): Promise<void> {
  if (outcomes.length < parts.length) {
    console.error("A part returned no figures: docs/operators/performance.md is unchanged.");
  } else {
    await writePerformancePage({ how, outcomes }, allParts);
    await writeCostSheet();
    console.error("docs/operators/performance.md and costs.md are written");
  }
}

/** One after the other, because parts that run at the same time would disturb one another. */
async function run(part: string): Promise<Outcome | undefined> {
  const startedMs = performance.now();
  const program = join(import.meta.dirname, "programs", `${part}.ts`);
  const child = spawn(process.execPath, [program, "--json"], {
    stdio: ["ignore", "pipe", "inherit"],
    timeout: longestMs,
  });
  const [printed, [code]] = await Promise.all([
    json(child.stdout).catch(() => undefined),
    once(child, "exit"),
  ]);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
  const outcome = Outcome.safeParse(printed);
  if (code !== 0) process.exitCode = 1;
  const result = code === 0 ? "done" : outcome.success ? "MISSED a target" : "FAILED";
  console.error(`${part}: ${result} after ${seconds} s`);
  return outcome.data;
}
