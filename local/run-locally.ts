import { join } from "node:path";
import { lockFolder, type Runtime, StartError, startRuntime } from "local-aws";
import { callerPath } from "../adapters/caller-path.ts";
import { operatorClients } from "../adapters/operator-clients.ts";
import { operatorStores, StackOutputs } from "../adapters/operator-stores.ts";
import { operatorWebhooks } from "../adapters/operator-webhooks.ts";
import { removeAddresses, removeOwnAddresses, writeAddresses } from "./address-files.ts";
import { type CertificateFiles, ensureCertificates } from "./certificate-authority.ts";
import { connection } from "./connection.ts";
import { emptyDataFolder, openDataFolder } from "./data-folder.ts";
import { demoIsUnfinished, demoOrganizations, seedDemo } from "./demo.ts";
import { runDemoGate } from "./demo-gate.ts";
import { startDemoReceiver } from "./demo-receiver.ts";
import { eventLine, welcome } from "./display.ts";
import { synthesize } from "./synthesize.ts";

/** What `npm start` was told. */
export interface StartOptions {
  dataDir: string;
  apiPort: number;
  sitePort: number;
  receiverPort: number;
  /** Seconds, separated by commas. */
  retryDelays?: string;
  /** Seconds. */
  schedulerFrom?: string;
  fresh: boolean;
  demo: boolean;
}

export const defaultDataDir = ".local";

interface Surroundings {
  stopping: AbortSignal;
  environment: NodeJS.ProcessEnv;
}

/** Runs the service until it is stopped; throws StartError where the person can do something. */
export async function runLocally(
  options: StartOptions,
  { stopping, environment }: Surroundings,
): Promise<void> {
  refuseSamePorts(options);
  const dynamodbEndpoint = environment.DYNAMODB_ENDPOINT;
  if (options.fresh && dynamodbEndpoint) {
    throw new StartError(
      "--fresh empties the data folder only, not the tables at DYNAMODB_ENDPOINT.",
    );
  }
  const { dataDir } = options;
  const own = dataDir === defaultDataDir;
  const folder = openDataFolder(own ? dataDir : callerPath(dataDir, environment));
  const unlock = lockFolder(folder);
  if (options.fresh || demoIsUnfinished(folder)) emptyDataFolder(folder);
  removeAddresses(folder);
  const certificates = await ensureCertificates(join(folder, "ca"));
  console.log("Building and synthesizing the stack (up to a minute the first time) …");
  const templateFile = await synthesize(join(folder, "cdk.out"), settings(options));
  console.log("Starting its tables, functions and addresses …");
  const runtime = await startRuntime({
    templateFile,
    dataDir: folder,
    unlock,
    portOf: ({ name }) => (name.endsWith("-site") ? options.sitePort : options.apiPort),
    extraEnvironment: { NODE_EXTRA_CA_CERTS: certificates.authority },
    ...(dynamodbEndpoint && { dynamodbEndpoint }),
    onEvent: (event) => {
      const line = eventLine(event);
      if (line !== undefined) console.log(line);
    },
  });
  try {
    await serve(runtime, { folder, certificates, options, stopping });
  } finally {
    removeOwnAddresses(folder);
    await runtime.close();
  }
}

interface Serving {
  folder: string;
  certificates: CertificateFiles;
  options: StartOptions;
  stopping: AbortSignal;
}

async function serve(
  runtime: Runtime,
  { folder, certificates, options, stopping }: Serving,
): Promise<void> {
  const outputs = StackOutputs.parse(runtime.outputs);
  const clients = operatorClients(runtime.endpoints);
  const stores = operatorStores(clients.dynamodb, outputs);
  const empty = (await stores.organizations.list()).length === 0;
  if (options.demo && empty) {
    console.log("Seeding a demo …");
    await seedDemo(folder, stores);
  }
  const webhooks = operatorWebhooks(clients, outputs);
  const port = options.receiverPort;
  const receiver = options.demo
    ? await startDemoReceiver({ folder, port, certificates, stores, webhooks })
    : undefined;
  try {
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
    const key = pro && gate && { organizationId: pro.id, counterId: gate.id };
    await Promise.all([stopped, key && runDemoGate(stores, key, stopping)]);
  } finally {
    await receiver?.close();
  }
}

/** How the stack is configured here: webhooks may be sent to this machine, and nowhere inward. */
function settings({ retryDelays, schedulerFrom }: StartOptions): Record<string, string> {
  return {
    allowedReceiverAddresses: "127.0.0.0/8,::1/128",
    ...(retryDelays !== undefined && { retryDelays }),
    ...(schedulerFrom !== undefined && { schedulerFromSeconds: schedulerFrom }),
  };
}

function refuseSamePorts({ apiPort, sitePort, receiverPort }: StartOptions): void {
  const chosen = [apiPort, sitePort, receiverPort].filter((port) => port !== 0);
  if (new Set(chosen).size === chosen.length) return;
  throw new StartError(
    "The read API, the site and the demo receiver need a port each: " +
      "--api-port, --site-port, --receiver-port.",
  );
}
