import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EnvironmentPool, type Runtime, type RuntimeEvent, startRuntime } from "local-aws";
import { type AwsClients, awsClients } from "../../adapters/aws/aws-clients.ts";
import { StackOutputs } from "../../adapters/stack-outputs.ts";
import { type Stores, storesOf } from "../../adapters/stores.ts";
import { synthesize } from "../../local/synthesize.ts";
import { DynamodbProxy } from "./dynamodb-proxy.ts";

/** The service on a data folder of its own, without data. */
export interface MeasuredService {
  outputs: StackOutputs;
  runtime: Runtime;
  /** In front of the emulator; the functions use it if `proxied`, the benchmark itself does not. */
  proxy: DynamodbProxy;
  emulatorEndpoint: string;
  clients: AwsClients;
  stores: Stores;
  /** The functions that call DynamoDB through the proxy. */
  proxied: EnvironmentPool[];
  /** The environments of a function of lambdas/, by the name of its file. */
  pool(name: string): EnvironmentPool;
}

export interface MeasuredSettings {
  /** Settings of the stack, such as retryDelays. */
  settings?: Record<string, string>;
  /** Variables of all functions. */
  extraEnvironment?: Record<string, string>;
  /**
   * The functions that call DynamoDB through the proxy, or all but those of the counts' stream, which
   * go on beside what is measured.
   */
  proxied?: boolean | string[];
}

/** Starts the service as `npm start` does, for as long as it is measured. */
export async function withService<Result>(
  measure: (service: MeasuredService) => Promise<Result>,
  settings: MeasuredSettings = {},
): Promise<Result> {
  await using disposables = new AsyncDisposableStack();
  return await measure(await start(disposables, settings));
}

async function start(
  disposables: AsyncDisposableStack,
  { settings = {}, extraEnvironment = {}, proxied = false }: MeasuredSettings,
): Promise<MeasuredService> {
  const { path: dataDir } = disposables.use(
    mkdtempDisposableSync(join(tmpdir(), "counting-bench-")),
  );
  const templateFile = await synthesize(join(dataDir, "cdk.out"), { settings });
  const runtime = await startRuntime({
    ...{ templateFile, dataDir, extraEnvironment, onEvent },
    portOf: () => 0,
  });
  disposables.defer(() => runtime.close());
  const emulatorEndpoint = runtime.endpoints.dynamodb;
  const proxy = await DynamodbProxy.start(emulatorEndpoint);
  disposables.defer(() => proxy.close());
  const pool = (name: string) => poolOf(runtime, name);
  const throughProxy = proxiedPools(runtime, proxied);
  for (const { spec } of throughProxy) {
    // A function's own variables come last.
    spec.environment.AWS_ENDPOINT_URL_DYNAMODB = proxy.url;
  }
  const outputs = StackOutputs.parse(runtime.outputs);
  const clients = awsClients(runtime.endpoints);
  disposables.defer(() => clients.destroy());
  const stores = storesOf({ clients, outputs });
  const service = { outputs, runtime, proxy, emulatorEndpoint, clients, stores, pool };
  return { ...service, proxied: throughProxy };
}

const ofCountStream = ["dispatch-events", "evaluate-alerts"];

function proxiedPools(runtime: Runtime, proxied: boolean | string[]): EnvironmentPool[] {
  if (proxied === false) return [];
  if (proxied !== true) return proxied.map((name) => poolOf(runtime, name));
  return [...runtime.functions.values()].filter(
    ({ spec }) => !ofCountStream.some((name) => isFunction(spec.logicalId, name)),
  );
}

// A figure from a service that failed or warned on the way would not be one of the service.
function onEvent(event: RuntimeEvent): void {
  if (event.kind === "warning") console.error(event.message);
  if (event.kind === "invocation-failed") {
    console.error(`${event.functionName} failed: ${event.errorType} ${event.errorMessage}`);
  }
  if (event.kind === "records-failed") {
    console.error(`${event.count} failed for good: ${event.reason}`);
  }
}

function poolOf({ functions }: Runtime, name: string): EnvironmentPool {
  const pool = [...functions.values()].find(({ spec }) => isFunction(spec.logicalId, name));
  if (pool === undefined) throw new Error(`the stack has no function ${name}`);
  return pool;
}

/** True when CDK made this logical id for a function of lambdas/. */
function isFunction(logicalId: string, name: string): boolean {
  const pascal = name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return logicalId.includes(`${pascal}Function`) || logicalId.startsWith(pascal);
}
