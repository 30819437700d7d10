import { Command, InvalidArgumentError } from "commander";
import { type Remedy, StartError } from "local-aws";
import { defaultDataDir, runLocally, type StartOptions } from "./run-locally.ts";

const wrongUsage = 2;
const echoMs = 1_000;

const command = new Command("npm start --")
  .description("Runs the counting service on this machine.")
  .option("--data-dir <folder>", "where the data live", defaultDataDir)
  .option("--site-port <port>", "port of the site, 0 = any free one", port, 3000)
  .option("--api-port <port>", "port of the read API, 0 = any free one", port, 3001)
  .option("--receiver-port <port>", "port of the demo receiver, 0 = any free one", port, 3002)
  .option(
    "--retry-delays <seconds>",
    "waits before the retries of a webhook, such as 1,2,3,4,5",
    delays,
  )
  .option(
    "--scheduler-from <seconds>",
    "leave waits from here on to the Scheduler's stand-in",
    from,
  )
  .option("--fresh", "remove all data first", false)
  .option("--no-demo", "no demo organizations, gate and receiver")
  .allowExcessArguments(false)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : wrongUsage))
  .action(async (options: StartOptions) => {
    const stopping = stopSignal();
    try {
      await runLocally(options, { stopping, environment: process.env });
    } catch (error) {
      // Ctrl-C reaches what runs on behalf of this program as well, which then fails.
      if (!stopping.aborted) report(error);
    }
    if (stopping.aborted) console.log("Stopped.");
  });

const advices: Record<Remedy, string> = {
  "empty-data-folder": "Start with an empty data folder: npm start -- --fresh",
  "other-data-folder": "Stop it, or choose another folder with --data-dir.",
  "other-port": "Stop it, or choose another port with --api-port or --site-port.",
};

function report(error: unknown): void {
  process.exitCode = 1;
  if (error instanceof StartError) {
    const advice = error.remedy === undefined ? "" : ` ${advices[error.remedy]}`;
    console.error(`${error.message}${advice}`);
    return;
  }
  const message = error instanceof Error ? error.message : String(error);
  console.error(`The service cannot run: ${message}`);
  console.error("If its data folder is damaged, begin anew with: npm start -- --fresh");
  if (process.env.DEBUG) console.error(error);
  else console.error("DEBUG=1 shows where it happened.");
}

/**
 * Fires at the first Ctrl-C, SIGTERM or closing of the terminal, and at the end of a parent that
 * talks to this process; another signal, a second later, ends the process at once.
 */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  let stoppingSinceMs = Number.NEGATIVE_INFINITY;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      // A terminal's Ctrl-C arrives twice: from the terminal itself, and passed on by npm.
      if (Date.now() - stoppingSinceMs < echoMs) return;
      if (stopping.signal.aborted) process.exit(1);
      stoppingSinceMs = Date.now();
      console.log("\nStopping …");
      stopping.abort();
    });
  }
  process.on("disconnect", () => stopping.abort());
  // Listening must not keep the process alive when everything else has ended.
  process.channel?.unref();
  return stopping.signal;
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

function from(text: string): string {
  if (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 901) return text;
  throw new InvalidArgumentError("It must be a whole number of seconds from 1 to 901.");
}

await command.parseAsync();
