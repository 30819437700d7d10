import { rmSync } from "node:fs";
import { join } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { localDynamodbClient, operatorStores, StackOutputs } from "../adapters/operator-stores.ts";
import { connection } from "./connection.ts";
import { emptyDataFolder, openDataFolder, writeWhole } from "./data-folder.ts";
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

const command = new Command("npm start --")
  .description("Runs the counting service on this machine.")
  .option("--data-dir <folder>", "where the data live", ".local")
  .option("--site-port <port>", "port of the site, 0 = any free one", port, 3000)
  .option("--api-port <port>", "port of the read API, 0 = any free one", port, 3001)
  .option("--fresh", "remove all data first", false)
  .option("--no-demo", "no demo organizations and no demo gate")
  .allowExcessArguments(false)
  .action(async (options: StartOptions) => {
    try {
      await start(options);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      console.error(error.message);
      process.exitCode = 1;
    }
  });

await command.parseAsync();

async function start(options: StartOptions): Promise<void> {
  const stopping = stopSignal();
  const folder = openDataFolder(options.dataDir);
  const unlock = lockFolder(folder);
  if (options.fresh || demoIsUnfinished(folder)) emptyDataFolder(folder);
  const files = [join(folder, "connection.json"), join(folder, "runtime.json")];
  for (const file of files) rmSync(file, { force: true });
  console.log("Building and synthesizing the stack …");
  const templateFile = await synthesize(join(folder, "cdk.out"));
  console.log("Starting its tables, functions and addresses …");
  const runtime = await startRuntime({
    templateFile,
    dataDir: folder,
    unlock,
    portOf: ({ name }) => (name.endsWith("-site") ? options.sitePort : options.apiPort),
    ...(process.env.DYNAMODB_ENDPOINT && { dynamodbEndpoint: process.env.DYNAMODB_ENDPOINT }),
    onEvent: (event) => {
      const line = eventLine(event);
      if (line !== undefined) console.log(line);
    },
  });
  try {
    await serve(runtime, folder, { options, stopping });
  } finally {
    for (const file of files) rmSync(file, { force: true });
    await runtime.close();
  }
  console.log("Stopped.");
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
  writeWhole(join(folder, "runtime.json"), {
    pid: process.pid,
    outputs,
    endpoints: runtime.endpoints,
  });
  writeWhole(join(folder, "connection.json"), connected);
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

/** Fires at the first Ctrl-C or SIGTERM; a second one ends the process at once. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted) process.exit(1);
      console.log("\nStopping …");
      stopping.abort();
    });
  }
  return stopping.signal;
}

function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new InvalidArgumentError("It must be a port number from 0 to 65535.");
  }
  return Number(text);
}
