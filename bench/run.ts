import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism, cpus, totalmem } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import * as z from "zod";
import { markdownTable } from "./markdown-table.ts";

const names = [
  ...["round-trips", "capacity", "cold-load", "overhead", "big-list", "taps"],
  ...["webhook-latency", "webhook-throughput", "noisy-neighbour", "webhook-cost"],
  "embed",
];

/** No benchmark takes half of this on a quiet machine of two cores; one that hangs is ended. */
const longestMs = 300_000;

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
for (const name of names) {
  const outcome = await run(name);
  if (outcome !== undefined) outcomes.push(outcome);
}
const machine = {
  date: new Date().toISOString().slice(0, 10),
  node: process.version,
  machine: `${availableParallelism()} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB`,
};
if (process.argv.includes("--json")) {
  console.log(JSON.stringify({ ...machine, benchmarks: outcomes }));
} else {
  const figures = outcomes.flatMap(({ name, figures }) =>
    figures.map((one) => ({ ...one, figure: `\`${name}\` ${one.figure}` })),
  );
  console.log(`${markdownTable(figures)}\n`);
  console.log(`Measured on ${machine.date}, Node ${machine.node}, ${machine.machine}.`);
}

/** One after the other, for they would disturb one another. */
async function run(name: string): Promise<Outcome | undefined> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`), "--json"], {
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
  const became = code === 0 ? "done" : outcome.success ? "MISSED a target" : "FAILED";
  console.error(`${name}: ${became} after ${seconds} s`);
  return outcome.data;
}
