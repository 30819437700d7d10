import { Command, InvalidArgumentError } from "commander";
import { type Remedy, StartError } from "local-aws";
import { defaultDataDir, startCommand } from "./pasteable.ts";
import type { StartOptions } from "./start-options.ts";
import { endProcess, stopSignal } from "./stop-signal.ts";

const wrongUsage = 2;

const command = new Command("npm start --")
  .description("Runs the counting service on this machine.")
  .option("--data-dir <folder>", "where the data live", defaultDataDir)
  .option("--site-port <port>", "port of the site, 0 = any free one", port, 3000)
  .option("--api-port <port>", "port of the read API, 0 = any free one", port, 3001)
  .option("--console-port <port>", "port of the console, 0 = any free one", port, 3003)
  .option("--identity-port <port>", "port of the identity provider, 0 = any free one", port, 3004)
  .option("--receiver-port <port>", "port of the demo receiver, 0 = any free one", port, 3002)
  .option("--mailbox-port <port>", "port of the mailbox, 0 = any free one", port, 3005)
  .option("--chat-port <port>", "port of the chat page, 0 = any free one", port, 3006)
  .option(
    "--retry-delays <seconds>",
    "waits before the retries of a webhook, such as 1,2,3,4,5",
    delays,
  )
  .option(
    "--scheduler-from <seconds>",
    "the Scheduler emulator holds waits of so many or more",
    from,
  )
  .option(
    "--lambda-concurrency <number>",
    "throttle as Lambda does in an account with this limit",
    concurrency,
  )
  .option(
    "--fault-seed <number>",
    "repeat a run: leave the same parts of batches unprocessed",
    faultSeed,
  )
  .option("--short-pages", "end the first page of each list in DynamoDB after one item", false)
  .option("--record-calls <folder>", "write down which AWS calls each function makes")
  .option("--canary <seconds>", "run the canary of deployed stacks, every so many seconds", seconds)
  .option("--fresh", "remove all data first", false)
  .option("--no-demo", "no demo organizations, gate and receiver")
  .option("--quiet", "print only that it is ready, and errors", false)
  .allowExcessArguments(false)
  .addHelpText(
    "after",
    `
Exit codes: 0 stopped by Ctrl-C, 1 failed, 2 wrong usage, 130 ended at once
by a second Ctrl-C, or before it has begun.
`,
  )
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : wrongUsage))
  .action(async (options: StartOptions) => {
    const stopping = stopSignal(() => {
      if (!options.quiet) console.log("\nStopping …");
    });
    try {
      // Loads for half a second, of which wrong usage is spared.
      const { runLocally } = await import("./run-locally.ts");
      await runLocally(options, { stopping, environment: process.env });
    } catch (error) {
      // Work in flight fails when it is stopped.
      if (!stopping.aborted) report(error, options);
    }
    if (stopping.aborted && !options.quiet) console.log("Stopped.");
    endProcess();
  });

function report(error: unknown, { dataDir }: StartOptions): void {
  process.exitCode = 1;
  const fresh = startCommand(dataDir, "--fresh");
  if (error instanceof StartError) {
    const advice = error.remedy === undefined ? "" : ` ${adviceFor(error.remedy, fresh)}`;
    console.error(`${error.message}${advice}`);
    return;
  }
  const message = error instanceof Error ? error.message : String(error);
  console.error(`The service cannot run: ${message}`);
  console.error(`If its data folder is damaged, begin anew with: ${fresh}`);
  if (process.env.DEBUG) console.error(error);
  else console.error("DEBUG=1 shows where it happened.");
}

function adviceFor(remedy: Remedy, fresh: string): string {
  switch (remedy) {
    case "empty-data-folder":
      return `Start with an empty data folder: ${fresh}`;
    case "other-data-folder":
      return "Stop what uses it, or choose another folder with --data-dir.";
    case "other-port":
      return "Stop what uses it, or choose another port with --api-port, --site-port or --console-port.";
  }
}

function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new InvalidArgumentError("It must be a port number from 0 to 65535.");
  }
  return Number(text);
}

function delays(text: string): string {
  if (/^\d{1,5}(,\d{1,5}){0,8}$/.test(text)) return text;
  throw new InvalidArgumentError("It must be up to nine whole numbers of seconds: 1,2,3,4,5");
}

function concurrency(text: string): number {
  if (/^\d{2,6}$/.test(text) && Number(text) >= 10 && Number(text) <= 100_000) return Number(text);
  throw new InvalidArgumentError("It must be a whole number from 10 to 100000.");
}

function seconds(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) >= 1) return Number(text);
  throw new InvalidArgumentError("It must be a whole number of seconds from 1 to 9999.");
}

function faultSeed(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number of up to nine digits.");
}

function from(text: string): string {
  if (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 901) return text;
  throw new InvalidArgumentError("It must be a whole number of seconds from 1 to 901.");
}

await command.parseAsync();
