import { randomInt } from "node:crypto";
import { resolve } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { keepBooks } from "./keep-books.ts";

const command = new Command("npm run chaos:books --")
  .description(
    "Lets a receiver keep books while everything fails, and compares them with the history.",
  )
  .requiredOption("--receiver <command>", "starts the receiver, such as 'node receiver.mjs'")
  .option("--cwd <folder>", "where the receiver is started", ".")
  .option("--minutes <n>", "how long things fail", wholeNumber, 3)
  .option("--events <n>", "how many taps are made meanwhile", wholeNumber, 300)
  .option("--settle-minutes <n>", "how long the books may take to be complete", wholeNumber, 12)
  .option("--seed <n>", "the same seed plans the same faults", wholeNumber)
  .addHelpText(
    "after",
    `
The receiver listens for HTTP on 127.0.0.1 at the port PORT; TLS ends in front of it. It also gets
API_URL, API_KEY, WEBHOOK_SECRET and BOOKS, a file to which it appends one line of JSON for each
count: {"counterId":…,"lastEventId":…,"count":…,"delta":…}. It is killed and started again, and
keeps everything else in the folder of that file.
`,
  )
  .action(async ({ seed = randomInt(1, 1_000_000), cwd, ...options }: Options) => {
    const stopping = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => stopping.abort());
    }
    const complete = await keepBooks({
      ...options,
      seed,
      cwd: resolve(cwd),
      stopping: stopping.signal,
    });
    if (!complete) process.exitCode = 1;
  });

await command.parseAsync();

interface Options {
  receiver: string;
  cwd: string;
  minutes: number;
  events: number;
  settleMinutes: number;
  seed?: number;
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}
