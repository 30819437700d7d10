import { join } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { callerPath } from "../adapters/caller-path.ts";
import { localDynamodbClient } from "../adapters/dynamodb-client.ts";
import { operatorStores, StackOutputs } from "../adapters/operator-stores.ts";
import { removeAddresses, removeOwnAddresses, writeAddresses } from "./address-files.ts";
import { connection } from "./connection.ts";
import { emptyDataFolder, openDataFolder } from "./data-folder.ts";
import { demoIsUnfinished, demoOrganizations, seedDemo } from "./demo.ts";
import { runDemoGate } from "./demo-gate.ts";
import { eventLine, welcome } from "./display.ts";
import { lockFolder } from "./folder-lock.ts";
import { type Runtime, startRuntime } from "./runtime.ts";
import { StartError } from "./start-error.ts";
import { synthesize } from "./synthesize.ts";

interface StartOptions {
  dataDir: string;
  apiPort: number;
  sitePort: number;
  fresh: boolean;
  demo: boolean;
}

const wrongUsage = 2;
const echoMs = 1_000;
const defaultDataDir = ".local";

const command = new Command("npm start --")
  .description("Runs the counting service on this machine.")
  .option("--data-dir <folder>", "where the data live", defaultDataDir)
  .option("--site-port <port>", "port of the site, 0 = any free one", port, 3000)
  .option("--api-port <port>", "port of the read API, 0 = any free one", port, 3001)
  .option("--fresh", "remove all data first", false)
  .option("--no-demo", "no demo organizations and no demo gate")
  .allowExcessArguments(false)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : wrongUsage))
  .action(async (options: StartOptions) => {
    const stopping = stopSignal();
    try {
      await start(options, stopping);
    } catch (error) {
      // Ctrl-C reaches what runs on behalf of this program as well, which then fails.
      if (!stopping.aborted) report(error);
    }
    if (stopping.aborted) console.log("Stopped.");
  });

function report(error: unknown): void {
  process.exitCode = 1;
  if (error instanceof StartError) {
    console.error(error.message);
    return;
  }
  const message = error instanceof Error ? error.message : String(error);
  console.error(`The service cannot run: ${message}`);
  console.error("If its data folder is damaged, begin anew with: npm start -- --fresh");
  if (process.env.DEBUG) console.error(error);
  else console.error("DEBUG=1 shows where it happened.");
}

async function start(options: StartOptions, stopping: AbortSignal): Promise<void> {
  if (options.apiPort === options.sitePort && options.apiPort !== 0) {
    throw new StartError("The read API and the site need a port each: --api-port, --site-port.");
  }
  const dynamodbEndpoint = process.env.DYNAMODB_ENDPOINT;
  if (options.fresh && dynamodbEndpoint) {
    throw new StartError(
      "--fresh empties the data folder only, not the tables at DYNAMODB_ENDPOINT.",
    );
  }
  const { dataDir } = options;
  const own = dataDir === defaultDataDir;
  const folder = openDataFolder(own ? dataDir : callerPath(dataDir, process.env));
  const unlock = lockFolder(folder);
  if (options.fresh || demoIsUnfinished(folder)) emptyDataFolder(folder);
  removeAddresses(folder);
  console.log("Building and synthesizing the stack …");
  const templateFile = await synthesize(join(folder, "cdk.out"));
  console.log("Starting its tables, functions and addresses …");
  const runtime = await startRuntime({
    templateFile,
    dataDir: folder,
    unlock,
    portOf: ({ name }) => (name.endsWith("-site") ? options.sitePort : options.apiPort),
    ...(dynamodbEndpoint && { dynamodbEndpoint }),
    onEvent: (event) => {
      const line = eventLine(event);
      if (line !== undefined) console.log(line);
    },
  });
  try {
    await serve(runtime, folder, { options, stopping });
  } finally {
    removeOwnAddresses(folder);
    await runtime.close();
  }
}

async function serve(
  runtime: Runtime,
  folder: string,
  { options, stopping }: { options: StartOptions; stopping: AbortSignal },
): Promise<void> {
  const outputs = StackOutputs.parse(runtime.outputs);
  const stores = operatorStores(localDynamodbClient(runtime.endpoints.dynamodb), outputs);
  const empty = (await stores.organizations.list()).length === 0;
  if (options.demo && empty) {
    console.log("Seeding a demo …");
    await seedDemo(folder, stores);
  }
  const demo = options.demo ? demoOrganizations(folder) : [];
  const connected = await connection(stores, outputs, demo);
  if (stopping.aborted) return;
  writeAddresses(folder, { outputs, endpoints: runtime.endpoints, connection: connected });
  console.log(welcome(connected, options.dataDir));
  const pro = connected.organizations.find(({ plan }) => plan === "pro");
  const gate = pro?.counters.find(({ name }) => name === "Main entrance");
  const stopped = new Promise<void>((resolve) => {
    stopping.addEventListener("abort", () => resolve());
  });
  if (pro && gate) {
    const key = { organizationId: pro.id, counterId: gate.id };
    await Promise.all([stopped, runDemoGate(stores, key, stopping)]);
  } else {
    await stopped;
  }
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

await command.parseAsync();
