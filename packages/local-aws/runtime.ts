import { mkdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { CdnServer } from "./cdn/cdn-server.ts";
import { readDistributionNames, readDistributions } from "./cdn/distribution.ts";
import { ChildProcessGuard } from "./child-process-guard.ts";
import type { BatchFaultOptions } from "./emulators/batch-faults.ts";
import { dynamodbAccess } from "./emulators/dynamodb/dynamodb-access.ts";
import { shortPages } from "./emulators/dynamodb/short-pages.ts";
import { ensureTable, readTables, type TableSpec } from "./emulators/dynamodb/tables.ts";
import { startTtlSweeps } from "./emulators/dynamodb/ttl.ts";
import {
  type Emulators,
  endpointVariables,
  type MailOptions,
  startEmulators,
} from "./emulators/emulators.ts";
import { eventBus, readRules } from "./emulators/events/rules.ts";
import { readKeys } from "./emulators/kms/kms-keys.ts";
import { readBuckets } from "./emulators/s3/buckets.ts";
import { readSchedules, startRecurring } from "./emulators/scheduler/recurring-schedules.ts";
import { ScheduleRunner } from "./emulators/scheduler/schedule-runner.ts";
import { readSecrets } from "./emulators/secrets/secret-properties.ts";
import { secretValues } from "./emulators/secrets/secret-values.ts";
import { readConfigurationSets } from "./emulators/ses/configuration-sets.ts";
import { ensureQueue, type QueueSpec, readQueues } from "./emulators/sqs/queues.ts";
import { readMappings } from "./events/event-source-mappings.ts";
import { startEventSources } from "./events/event-sources.ts";
import { lockFolder } from "./folder-lock.ts";
import { defaultAccountConcurrency } from "./functions/account-concurrency.ts";
import type { EnvironmentPool } from "./functions/environment-pool.ts";
import { FunctionPools } from "./functions/function-pools.ts";
import { readFunctions } from "./functions/functions.ts";
import { readApiNames, readHttpApis } from "./http/http-api.ts";
import { type Backend, HttpGateway } from "./http/http-gateway.ts";
import type { AccessControl } from "./iam/access-control.ts";
import { stackAccess } from "./iam/stack-access.ts";
import type { OnEvent } from "./runtime-event.ts";
import { refuseNestedResources } from "./template/nested-stacks.ts";
import { Stack } from "./template/stack.ts";
import { supportedTypes } from "./template/supported-resources.ts";
import { readTemplate } from "./template/template.ts";

export type { RuntimeEvent } from "./runtime-event.ts";
export { StartError } from "./start-error.ts";

export interface RuntimeOptions {
  /** `<outdir>/<Stack>.template.json`; the assets lie beside it. */
  templateFile: string;
  /** Everything persistent lives below this folder. */
  dataDir: string;
  /**
   * The port of an HTTP API, or of a CDN, whose name is its distribution's comment; 0 asks for any
   * free one.
   */
  portOf(server: { kind: "api" | "cdn"; logicalId: string; name: string }): number;
  /** Uses this DynamoDB instead of starting the emulator. */
  dynamodbEndpoint?: string;
  /** Leaves parts of batches unprocessed, as DynamoDB and SQS do; without it, none. */
  batchFaults?: BatchFaultOptions;
  /** Concurrent executions of the account, in place of Lambda's 1,000; more are throttled. */
  accountConcurrency?: number;
  /** Ends the first page of each query and scan after one item, wherever AWS may end it. */
  shortPages?: boolean;
  /** Fires the template's recurring schedules every so many milliseconds, in place of their rates. */
  recurEveryMs?: number;
  /** Variables for all functions in addition to the template's, such as NODE_EXTRA_CA_CERTS. */
  extraEnvironment?: Record<string, string>;
  /** Values of secrets that are not in the template, by the ARN under which functions ask for them. */
  secrets?: Readonly<Record<string, string>>;
  /** Lets functions send mail by SES, and shows it on a page. */
  mail?: MailOptions;
  /**
   * Records the calls that IAM decided in `<callsFolder>/calls.jsonl`: caller, action, resource and the
   * values of condition keys; each distinct call once.
   */
  callsFolder?: string;
  /** Given when the caller holds the data folder's lock already: releases it. */
  unlock?: () => void;
  /** Ends the start early; `startRuntime` then rejects with the signal's reason. */
  signal?: AbortSignal;
  onEvent: OnEvent;
}

export interface Runtime {
  /** The stack's Outputs, resolved. */
  outputs: Record<string, string>;
  /** URLs of the services, by their names. */
  endpoints: Emulators["endpoints"];
  /** The page with the mails; absent without `mail`. */
  mailboxUrl?: string;
  /** By function name and by logical id: invoke directly, see pids, kill environments. */
  functions: ReadonlyMap<string, EnvironmentPool>;
  /**
   * Stops in order: HTTP, pollers, environments, emulators. Requests and invocations in flight have
   * one second to end; after that they fail, as if the process had been killed.
   */
  close(): Promise<void>;
}

// Stopping may take two seconds in all.
const closeGraceMs = 1_000;

/**
 * Runs a synthesized stack on this machine. Throws StartError, with a message for the person who
 * started it, when the template, the data folder or a port does not allow that.
 */
export async function startRuntime(options: RuntimeOptions): Promise<Runtime> {
  const parts = new Parts();
  try {
    return await start(options, parts);
  } catch (error) {
    // The first error is the one to report.
    await parts.close().catch(() => {});
    options.signal?.throwIfAborted();
    throw error;
  }
}

/** The running parts, closed in the reverse of their order of start. */
class Parts extends AsyncDisposableStack {
  readonly gateways = new Map<string, HttpGateway>();
  readonly cdns = new Map<string, CdnServer>();
  pools: FunctionPools | undefined;

  async close(): Promise<void> {
    const impatience = setTimeout(() => {
      for (const server of [...this.cdns.values(), ...this.gateways.values()]) server.breakOff();
      void this.pools?.close();
    }, closeGraceMs);
    await this.disposeAsync().finally(() => clearTimeout(impatience));
  }
}

async function start(options: RuntimeOptions, parts: Parts): Promise<Runtime> {
  const dataDir = resolve(options.dataDir);
  const templateFile = resolve(options.templateFile);
  const { gateways, cdns } = parts;
  const { onEvent, signal } = options;
  const urls = {
    sqs: "",
    apiUrl: (logicalId: string) => gateways.get(logicalId)?.url ?? "",
    cdnUrl: (logicalId: string) => cdns.get(logicalId)?.url ?? "",
  };
  const stackName = basename(templateFile).replace(/\.template\.json$/, "");
  const stack = new Stack(stackName, readTemplate(templateFile), urls);
  stack.refuseUnknownTypes(supportedTypes);
  refuseNestedResources(stack, templateFile);

  mkdirSync(dataDir, { recursive: true });
  parts.defer(options.unlock ?? lockFolder(dataDir));
  const guard = new ChildProcessGuard(dataDir);
  parts.defer(() => guard.close());
  // The ports come first: functions learn the URLs of APIs and CDNs from their environment.
  await bindServers(stack, options, parts);
  const secretSpecs = readSecrets(stack);
  const mappings = readMappings(stack);
  const tables = readTables(stack);
  const { access, checkLambda } = stackAccess(stack, options);
  const emulators = await startEmulators(
    {
      ...options,
      dataDir,
      guard,
      keys: readKeys(stack),
      buckets: readBuckets(stack),
      configurationSets: readConfigurationSets(stack),
      secretSpecs,
      access,
      // Access comes first: what is refused is not changed.
      dynamodbSteps: [dynamodbAccess(access, tables), ...(options.shortPages ? [shortPages] : [])],
    },
    parts,
  );
  urls.sqs = emulators.endpoints.sqs;
  const secrets = secretValues(dataDir, secretSpecs, options.secrets ?? {});

  const queues = readQueues(stack, emulators.endpoints.sqs);
  await makeTables(tables, emulators, options, parts);
  for (const queue of queues) await ensureQueue(emulators.clients.sqs, queue);
  signal?.throwIfAborted();
  const host = {
    logFolder: join(dataDir, "logs"),
    guard,
    variables: {
      ...options.extraEnvironment,
      ...endpointVariables(emulators.endpoints),
      ...(emulators.mailboxUrl !== undefined && { LOCAL_MAILBOX_URL: emulators.mailboxUrl }),
    },
  };
  const invoked = [...mappings.queues, ...mappings.streams].map((m) => m.functionName);
  const pools = new FunctionPools({
    specs: readFunctions(stack, templateFile),
    invoked,
    accountConcurrency: options.accountConcurrency ?? defaultAccountConcurrency,
    host,
    onEvent,
  });
  parts.pools = pools;
  parts.defer(() => pools.close());
  checkLambda(mappings);
  const { clients, endpoints } = emulators;
  const sqs = { client: clients.sqs, sqsUrl: endpoints.sqs, access };
  emulators.ses.publish = eventBus(readRules(stack), { ...sqs, onEvent });
  startInvoking({ stack, dataDir, emulators, pools, queues, mappings, access, onEvent }, parts);
  serveApis(stack, gateways, { pool: (name) => pools.get(name), access });
  const apiUrls = [...gateways.values()].map(({ url }) => url);
  for (const distribution of readDistributions(stack, { apiUrls, secrets })) {
    cdns.get(distribution.logicalId)?.serve(distribution);
  }
  // Their functions may call the APIs.
  const pool = pools.find.bind(pools);
  const recurring = { ...sqs, pool, everyMs: options.recurEveryMs, onEvent };
  parts.defer(startRecurring(readSchedules(stack), recurring));
  // First of all when the runtime stops: no request is accepted that nobody would serve.
  parts.defer(() => closeAll(parts));
  return {
    outputs: stack.outputs(),
    endpoints,
    ...(emulators.mailboxUrl !== undefined && { mailboxUrl: emulators.mailboxUrl }),
    functions: pools.byNameAndId(),
    close: () => parts.close(),
  };
}

async function bindServers(
  stack: Stack,
  { portOf, onEvent }: RuntimeOptions,
  parts: Parts,
): Promise<void> {
  parts.defer(() => closeAll(parts));
  for (const api of readApiNames(stack)) {
    const gateway = new HttpGateway(api.name, onEvent);
    parts.gateways.set(api.logicalId, gateway);
    await gateway.bind(portOf({ kind: "api", ...api }));
  }
  for (const distribution of readDistributionNames(stack)) {
    const cdn = new CdnServer(distribution.name, onEvent);
    parts.cdns.set(distribution.logicalId, cdn);
    await cdn.bind(portOf({ kind: "cdn", ...distribution }));
  }
}

/** CDNs first: they wait for what they asked of the APIs. */
async function closeAll({ cdns, gateways }: Parts): Promise<void> {
  await Promise.all([...cdns.values()].map((cdn) => cdn.close()));
  await Promise.all([...gateways.values()].map((gateway) => gateway.close()));
}

async function makeTables(
  tables: readonly TableSpec[],
  { clients }: Emulators,
  { onEvent, signal }: RuntimeOptions,
  parts: Parts,
): Promise<void> {
  for (const table of tables) await ensureTable(clients.dynamodb, table, signal);
  parts.defer(startTtlSweeps(clients.dynamodb, tables, onEvent));
}

interface Invokers {
  stack: Stack;
  dataDir: string;
  emulators: Emulators;
  pools: FunctionPools;
  queues: QueueSpec[];
  mappings: ReturnType<typeof readMappings>;
  access: AccessControl;
  onEvent: OnEvent;
}

/** Starts what invokes functions by itself: event source mappings and schedules. */
function startInvoking(
  { stack, dataDir, emulators, pools, queues, mappings, access, onEvent }: Invokers,
  parts: Parts,
): void {
  const { scheduler, schedules, clients, endpoints } = emulators;
  const groups = stack.resources("AWS::Scheduler::ScheduleGroup");
  scheduler.addGroups(groups.map(({ logicalId }) => stack.nameOf(logicalId)));
  const runner = new ScheduleRunner({
    store: schedules,
    client: clients.sqs,
    sqsUrl: endpoints.sqs,
    pool: (name) => pools.find(name),
    access,
    onEvent,
  });
  scheduler.onChange = () => runner.wake();
  parts.defer(() => runner.stop());
  parts.defer(startEventSources({ mappings, dataDir, emulators, pools, queues, onEvent }));
}

function serveApis(
  stack: Stack,
  gateways: Map<string, HttpGateway>,
  backend: Omit<Backend, "api">,
): void {
  for (const api of readHttpApis(stack)) {
    for (const route of api.routes) backend.pool(route.functionName);
    gateways.get(api.logicalId)?.serve({ api, ...backend });
  }
}
