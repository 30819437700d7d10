import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EnvironmentPool, type Runtime, type RuntimeEvent, startRuntime } from "local-aws";
import { type AwsClients, awsClients } from "../../adapters/aws/aws-clients.ts";
import { StackOutputs } from "../../adapters/stack-outputs.ts";
import { type Stores, storesOf } from "../../adapters/stores.ts";
import { synthesize } from "../../local/synthesize.ts";
import { DynamodbProxy, type ProxiedCall } from "./dynamodb-proxy.ts";

/** The service on a data folder of its own, without data. */
export interface MeasuredService {
  outputs: StackOutputs;
  runtime: Runtime;
  /** In front of the emulator; the functions use it if `proxied`, the benchmark itself does not. */
  proxy: DynamodbProxy;
  emulatorEndpoint: string;
  clients: AwsClients;
  stores: Stores;
  /** The environments of a function of lambdas/, by the name of its file. */
  pool(name: string): EnvironmentPool;
}

/** Starts the service as `npm start` does, for as long as it is measured. */
export async function withService<Result>(
  measure: (service: MeasuredService) => Promise<Result>,
  { proxied = false } = {},
): Promise<Result> {
  const disposables = new AsyncDisposableStack();
  try {
    return await measure(await start(disposables, proxied));
  } finally {
    await disposables.disposeAsync();
  }
}

async function start(
  disposables: AsyncDisposableStack,
  proxied: boolean,
): Promise<MeasuredService> {
  const dataDir = mkdtempSync(join(tmpdir(), "counting-bench-"));
  disposables.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const templateFile = await synthesize(join(dataDir, "cdk.out"));
  const runtime = await startRuntime({ templateFile, dataDir, portOf: () => 0, onEvent });
  disposables.defer(() => runtime.close());
  const emulatorEndpoint = runtime.endpoints.dynamodb;
  const proxy = await DynamodbProxy.start(emulatorEndpoint, isBackground);
  disposables.defer(() => proxy.close());
  if (proxied) useEndpoint(proxy.url, [...runtime.functions.values()]);
  const outputs = StackOutputs.parse(runtime.outputs);
  const clients = awsClients(runtime.endpoints);
  disposables.defer(() => clients.destroy());
  const stores = storesOf({ clients, outputs });
  const pool = (name: string) => poolOf(runtime, name);
  return { outputs, runtime, proxy, emulatorEndpoint, clients, stores, pool };
}

/** Lets functions call DynamoDB there, before they have any environment. */
export function useEndpoint(url: string, functions: EnvironmentPool[]): void {
  // A function's own variables come last.
  for (const { spec } of functions) spec.environment.AWS_ENDPOINT_URL_DYNAMODB = url;
}

/** Webhooks go on beside what is measured: dispatch-events looks for endpoints. */
function isBackground({ request }: ProxiedCall): boolean {
  return request.includes("WebhookEndpoints");
}

// A figure from a service that failed or warned on the way would not be one of the service.
function onEvent(event: RuntimeEvent): void {
  if (event.kind === "warning") console.error(event.message);
  if (event.kind === "invocation-failed") {
    console.error(`${event.functionName} failed: ${event.errorType} ${event.errorMessage}`);
  }
}

function poolOf({ functions }: Runtime, name: string): EnvironmentPool {
  const pool = [...functions.values()].find(({ spec }) => isFunction(spec.logicalId, name));
  if (pool === undefined) throw new Error(`the stack has no function ${name}`);
  return pool;
}

/** True when CDK made this logical id for a function of lambdas/. */
export function isFunction(logicalId: string, name: string): boolean {
  const pascal = name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return logicalId.includes(`${pascal}Function`) || logicalId.startsWith(pascal);
}
