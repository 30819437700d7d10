import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EnvironmentPool, type Runtime, type RuntimeEvent, startRuntime } from "local-aws";
import { awsClients } from "../../adapters/aws/aws-clients.ts";
import { StackOutputs } from "../../adapters/stack-outputs.ts";
import { storesOf } from "../../adapters/stores.ts";
import { ensureCertificates } from "../../local/certificate-authority.ts";
import { synthesize } from "../../local/synthesize.ts";
import { DynamodbProxy } from "../service/dynamodb-proxy.ts";
import { InvocationLog } from "../service/invocation-log.ts";
import { type MeasuredService, useEndpoint } from "../service/measured-service.ts";
import { Tapper } from "../service/tapper.ts";
import { WebhookReceiver } from "./receiver.ts";

/** The service as `npm start` runs it, with a receiver and a tapper beside it. */
export interface WebhookStack extends MeasuredService {
  receiver: WebhookReceiver;
  tapper: Tapper;
  dispatches: InvocationLog;
  delivers: InvocationLog;
  evaluations: InvocationLog;
}

export interface WebhookStackOptions {
  /** Settings of the stack, such as retryDelays. */
  settings?: Record<string, string>;
  /** The functions that call DynamoDB through the proxy, such as webhookFunctions. */
  proxied?: string[];
}

export const webhookFunctions = ["dispatch-events", "deliver-webhook"];

/** Starts the service on a data folder of its own, for as long as it is measured. */
export async function withWebhooks<Result>(
  measure: (stack: WebhookStack) => Promise<Result>,
  options: WebhookStackOptions = {},
): Promise<Result> {
  const disposables = new AsyncDisposableStack();
  try {
    return await measure(await start(disposables, options));
  } finally {
    await disposables.disposeAsync();
  }
}

async function start(
  disposables: AsyncDisposableStack,
  { settings = {}, proxied = [] }: WebhookStackOptions,
): Promise<WebhookStack> {
  const dataDir = mkdtempSync(join(tmpdir(), "counting-bench-"));
  disposables.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const allowed = { allowedReceiverAddresses: "127.0.0.0/8,::1/128" };
  const templateFile = await synthesize(join(dataDir, "cdk.out"), {
    settings: { ...allowed, ...settings },
  });
  const certificates = await ensureCertificates(join(dataDir, "ca"));
  const runtime = await startRuntime({
    templateFile,
    dataDir,
    portOf: () => 0,
    extraEnvironment: { NODE_EXTRA_CA_CERTS: certificates.authority },
    onEvent,
  });
  disposables.defer(() => runtime.close());
  const receiver = await WebhookReceiver.start(certificates);
  disposables.defer(() => receiver.close());
  const outputs = StackOutputs.parse(runtime.outputs);
  const dynamodbEndpoint = runtime.endpoints.dynamodb;
  const tapper = new Tapper({ dynamodbEndpoint, outputs });
  disposables.defer(() => tapper.close());
  const proxy = await DynamodbProxy.start(dynamodbEndpoint);
  disposables.defer(() => proxy.close());
  const clients = awsClients(runtime.endpoints);
  disposables.defer(() => clients.destroy());
  const pool = (name: string) => poolOf(runtime, name);
  useEndpoint(proxy.url, proxied.map(pool));
  return {
    outputs,
    runtime,
    proxy,
    emulatorEndpoint: dynamodbEndpoint,
    clients,
    stores: storesOf({ clients, outputs }),
    pool,
    receiver,
    tapper,
    dispatches: new InvocationLog(pool("dispatch-events")),
    delivers: new InvocationLog(pool("deliver-webhook")),
    evaluations: new InvocationLog(pool("evaluate-alerts")),
  };
}

// A figure from a service that failed or warned on the way would not be one of the service.
function onEvent(event: RuntimeEvent): void {
  if (event.kind === "warning") console.error(event.message);
  if (event.kind === "invocation-failed") {
    console.error(`${event.functionName} failed: ${event.errorType} ${event.errorMessage}`);
  }
  if (event.kind === "records-failed")
    console.error(`${event.count} failed for good: ${event.reason}`);
}

function poolOf({ functions }: Runtime, name: string): EnvironmentPool {
  const pascal = name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const pools = [...functions.values()];
  const pool = pools.find(({ spec }) => spec.logicalId.includes(`${pascal}Function`));
  if (pool === undefined) throw new Error(`the stack has no function ${name}`);
  return pool;
}
