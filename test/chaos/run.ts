import { randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import { Command, InvalidArgumentError } from "commander";
import { chaos } from "./chaos.ts";

const command = new Command("npm run chaos --")
  .description("Kills the local service at random while it delivers, and checks every delivery.")
  .option("--minutes <n>", "how long things are killed", wholeNumber, 3)
  .option("--events <n>", "how many events are counted meanwhile", wholeNumber, 2_000)
  .option("--seed <n>", "the same seed plans the same faults", wholeNumber)
  .action(async ({ minutes, events, seed = randomInt(1, 1_000_000) }: Options) => {
    if (!existsSync("/proc/self/environ")) command.error("It finds processes by Linux's /proc.");
    const stopping = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => stopping.abort());
    }
    const kept = await chaos({ minutes, events, seed, stopping: stopping.signal });
    if (kept) return;
    process.exitCode = 1;
    const what = stopping.signal.aborted ? "Stopped." : "The service did not keep its promises.";
    console.error(
      `${what} Again: npm run chaos -- --seed ${seed} ${repeated({ minutes, events })}`,
    );
  });

await command.parseAsync();

interface Options {
  minutes: number;
  events: number;
  seed?: number;
}

function repeated({ minutes, events }: Omit<Options, "seed">): string {
  return `--minutes ${minutes} --events ${events}`;
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}
