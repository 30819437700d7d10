import { mkdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { ChildProcessGuard } from "./child-process-guard.ts";
import { ensureTable, readTables, tableTypes } from "./emulators/dynamodb/tables.ts";
import { startTtlSweeps } from "./emulators/dynamodb/ttl.ts";
import { type Emulators, endpointVariables, startEmulators } from "./emulators/emulators.ts";
import { keyTypes, readKeys } from "./emulators/kms/kms-keys.ts";
import { bucketTypes, readBuckets } from "./emulators/s3/buckets.ts";
import { ScheduleRunner } from "./emulators/scheduler/schedule-runner.ts";
import { ensureQueue, type QueueSpec, queueTypes, readQueues } from "./emulators/sqs/queues.ts";
import { mappingTypes, readMappings } from "./events/event-source-mappings.ts";
import { startEventSources } from "./events/event-sources.ts";
import { lockFolder } from "./folder-lock.ts";
import type { EnvironmentPool } from "./functions/environment-pool.ts";
import { FunctionPools } from "./functions/function-pools.ts";
import { functionTypes, readFunctions } from "./functions/functions.ts";
import { httpApiTypes, readApiNames, readHttpApis } from "./http/http-api.ts";
import { HttpGateway } from "./http/http-gateway.ts";
import type { OnEvent } from "./runtime-event.ts";
import { Stack } from "./template/stack.ts";
import { readTemplate } from "./template/template.ts";

export type { RuntimeEvent } from "./runtime-event.ts";
export { StartError } from "./start-error.ts";

export interface RuntimeOptions {
  /** `<outdir>/<Stack>.template.json`; the assets lie beside it. */
  templateFile: string;
  /** Everything persistent lives below this folder. */
  dataDir: string;
  /** The port of an HTTP API; 0 asks for any free one. */
  portOf(api: { logicalId: string; name: string }): number;
  /** Uses this DynamoDB instead of starting the emulator. */
  dynamodbEndpoint?: string;
  /** Variables for all functions beside the template's, such as NODE_EXTRA_CA_CERTS. */
  extraEnvironment?: Record<string, string>;
  /** Given when the caller holds the data folder's lock already: releases it. */
  unlock?: () => void;
  onEvent: OnEvent;
}

export interface Runtime {
  /** The stack's Outputs, resolved. */
  outputs: Record<string, string>;
  /** Addresses of the services, by their names. */
  endpoints: Emulators["endpoints"];
  /** By function name and by logical id: invoke directly, see pids, kill environments. */
  functions: ReadonlyMap<string, EnvironmentPool>;
  /** Stops in order: HTTP, pollers (batches in flight end), environments, emulators. */
  close(): Promise<void>;
}

const supportedTypes = [
  ...tableTypes,
  ...queueTypes,
  ...functionTypes,
  ...httpApiTypes,
  ...mappingTypes,
  ...bucketTypes,
  ...keyTypes,
  "AWS::Scheduler::ScheduleGroup",
];

/**
 * Runs a synthesized stack on this machine. Throws StartError, with a message for the person who
 * started it, when the template, the data folder or a port does not allow that.
 */
export async function startRuntime(options: RuntimeOptions): Promise<Runtime> {
  const disposables = new AsyncDisposableStack();
  try {
    return await start(options, disposables);
  } catch (error) {
    // What went wrong first is what the person has to know.
    await disposables.disposeAsync().catch(() => {});
    throw error;
  }
}

async function start(options: RuntimeOptions, disposables: AsyncDisposableStack): Promise<Runtime> {
  const dataDir = resolve(options.dataDir);
  const templateFile = resolve(options.templateFile);
  const gateways = new Map<string, HttpGateway>();
  const addresses = { sqs: "", apiUrl: (logicalId: string) => gateways.get(logicalId)?.url ?? "" };
  const stackName = basename(templateFile).replace(/\.template\.json$/, "");
  const stack = new Stack(stackName, readTemplate(templateFile), addresses);
  stack.refuseUnknownTypes(supportedTypes);

  mkdirSync(dataDir, { recursive: true });
  disposables.defer(options.unlock ?? lockFolder(dataDir));
  const guard = new ChildProcessGuard(dataDir);
  disposables.defer(() => guard.close());
  // The ports come first: functions learn the addresses of the APIs from their environment.
  await bindApis(stack, gateways, options, disposables);
  const emulators = await startEmulators(
    { ...options, dataDir, guard, keys: readKeys(stack), buckets: readBuckets(stack) },
    disposables,
  );
  addresses.sqs = emulators.endpoints.sqs;

  const queues = readQueues(stack, emulators.endpoints.sqs);
  await makeTables(stack, emulators, options.onEvent, disposables);
  for (const queue of queues) await ensureQueue(emulators.clients.sqs, queue);
  const host = {
    logFolder: join(dataDir, "logs"),
    guard,
    variables: { ...options.extraEnvironment, ...endpointVariables(emulators.endpoints) },
  };
  const mappings = readMappings(stack);
  const invoked = [...mappings.queues, ...mappings.streams].map((m) => m.functionName);
  const functions = readFunctions(stack, templateFile);
  const pools = new FunctionPools(functions, invoked, host, options.onEvent);
  disposables.defer(() => pools.close());
  const { onEvent } = options;
  startInvoking({ stack, dataDir, emulators, pools, queues, mappings, onEvent }, disposables);
  serveApis(stack, gateways, pools);
  disposables.defer(() => closeAll(gateways));
  return {
    outputs: stack.outputs(),
    endpoints: emulators.endpoints,
    functions: pools.byNameAndId(),
    close: () => disposables.disposeAsync(),
  };
}

async function bindApis(
  stack: Stack,
  gateways: Map<string, HttpGateway>,
  { portOf, onEvent }: RuntimeOptions,
  disposables: AsyncDisposableStack,
): Promise<void> {
  disposables.defer(() => closeAll(gateways));
  for (const api of readApiNames(stack)) {
    const gateway = new HttpGateway(api.name, onEvent);
    gateways.set(api.logicalId, gateway);
    await gateway.bind(portOf(api));
  }
}

async function closeAll(gateways: Map<string, HttpGateway>): Promise<void> {
  await Promise.all([...gateways.values()].map((gateway) => gateway.close()));
}

async function makeTables(
  stack: Stack,
  { clients }: Emulators,
  onEvent: OnEvent,
  disposables: AsyncDisposableStack,
): Promise<void> {
  const tables = readTables(stack);
  for (const table of tables) await ensureTable(clients.dynamodb, table);
  disposables.defer(startTtlSweeps(clients.dynamodb, tables, onEvent));
}

interface Invokers {
  stack: Stack;
  dataDir: string;
  emulators: Emulators;
  pools: FunctionPools;
  queues: QueueSpec[];
  mappings: ReturnType<typeof readMappings>;
  onEvent: OnEvent;
}

/** Starts what invokes functions by itself: event source mappings and schedules. */
function startInvoking(
  { stack, dataDir, emulators, pools, queues, mappings, onEvent }: Invokers,
  disposables: AsyncDisposableStack,
): void {
  const { scheduler, schedules, clients, endpoints } = emulators;
  const groups = stack.resources("AWS::Scheduler::ScheduleGroup");
  scheduler.addGroups(groups.map(({ logicalId }) => stack.nameOf(logicalId)));
  const runner = new ScheduleRunner({
    store: schedules,
    client: clients.sqs,
    sqsAddress: endpoints.sqs,
    pool: (name) => pools.find(name),
    onEvent,
  });
  scheduler.onChange = () => runner.wake();
  disposables.defer(() => runner.stop());
  disposables.defer(startEventSources({ mappings, dataDir, emulators, pools, queues, onEvent }));
}

function serveApis(stack: Stack, gateways: Map<string, HttpGateway>, pools: FunctionPools): void {
  for (const api of readHttpApis(stack)) {
    for (const route of api.routes) pools.get(route.functionName);
    gateways.get(api.logicalId)?.serve({ api, pool: (name) => pools.get(name) });
  }
}
