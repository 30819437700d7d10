import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { localDynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import {
  type OperatorStores,
  operatorStores,
  StackOutputs,
} from "../../adapters/operator-stores.ts";
import { Closers } from "../../local/closers.ts";
import { startDynamodbEmulator } from "../../local/emulators/dynamodb-emulator.ts";
import type { EnvironmentPool } from "../../local/functions/environment-pool.ts";
import { Leash } from "../../local/leash.ts";
import { type Runtime, type RuntimeEvent, startRuntime } from "../../local/runtime.ts";
import { synthesize } from "../../local/synthesize.ts";
import { DynamodbProxy, type ProxiedCall } from "./dynamodb-proxy.ts";

/** The service on a data folder of its own, without data. */
export interface MeasuredService {
  outputs: StackOutputs;
  runtime: Runtime;
  /** In front of the emulator; the functions use it if `proxied`, the benchmark itself does not. */
  proxy: DynamodbProxy;
  emulatorEndpoint: string;
  client: DynamoDBClient;
  stores: OperatorStores;
  /** The environments of a function of lambdas/, by the name of its file. */
  pool(name: string): EnvironmentPool;
}

/** Starts the service as `npm start` does, for as long as it is measured. */
export async function withService<Result>(
  measure: (service: MeasuredService) => Promise<Result>,
  { proxied = false } = {},
): Promise<Result> {
  const closers = new Closers();
  try {
    return await measure(await start(closers, proxied));
  } finally {
    await closers.close();
  }
}

async function start(closers: Closers, proxied: boolean): Promise<MeasuredService> {
  const dataDir = mkdtempSync(join(tmpdir(), "counting-bench-"));
  closers.add(() => rmSync(dataDir, { recursive: true, force: true }));
  const templateFile = await synthesize(join(dataDir, "cdk.out"));
  const leash = new Leash(dataDir);
  closers.add(() => leash.close());
  const emulator = await startDynamodbEmulator({ dataDir, leash, onEvent });
  closers.add(() => emulator.close());
  const proxy = await DynamodbProxy.start(emulator.endpoint, isBackground);
  closers.add(() => proxy.close());
  const dynamodbEndpoint = proxied ? proxy.url : emulator.endpoint;
  const portOf = () => 0;
  const runtime = await startRuntime({ templateFile, dataDir, portOf, dynamodbEndpoint, onEvent });
  closers.add(() => runtime.close());
  const outputs = StackOutputs.parse(runtime.outputs);
  const client = localDynamodbClient(emulator.endpoint);
  closers.add(() => client.destroy());
  const stores = operatorStores(client, outputs);
  const pool = (name: string) => poolOf(runtime, name);
  return {
    outputs,
    runtime,
    proxy,
    emulatorEndpoint: emulator.endpoint,
    client,
    stores,
    pool,
  };
}

/**
 * Stream and webhooks go on beside what is measured: the local runtime reads the stream in Lambda's
 * stead, which pays nothing for it, and dispatch-events looks for endpoints.
 */
function isBackground({ operation, request }: ProxiedCall): boolean {
  return streamOperations.has(operation) || request.includes("WebhookEndpoints");
}

const streamOperations = new Set([
  ...["ListStreams", "DescribeStream", "GetShardIterator", "GetRecords", "DescribeTable"],
]);

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
  return logicalId.includes(`Surface${pascal}Function`) || logicalId.startsWith(pascal);
}
