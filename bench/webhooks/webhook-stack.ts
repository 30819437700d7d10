import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { awsClients } from "../../adapters/aws/clients.ts";
import { localDynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { operatorStores, StackOutputs } from "../../adapters/operator-stores.ts";
import { operatorWebhooks } from "../../adapters/webhooks/operator-webhooks.ts";
import { ensureCertificates } from "../../local/certificate-authority.ts";
import { Closers } from "../../local/closers.ts";
import type { EnvironmentPool } from "../../local/functions/environment-pool.ts";
import { type Runtime, type RuntimeEvent, startRuntime } from "../../local/runtime.ts";
import { synthesize } from "../../local/synthesize.ts";
import { DynamodbProxy } from "../service/dynamodb-proxy.ts";
import { InvocationLog } from "../service/invocation-log.ts";
import type { MeasuredService } from "../service/measured-service.ts";
import { Tapper } from "../service/tapper.ts";
import { WebhookReceiver } from "./receiver.ts";

/** The service as `npm start` runs it, with a receiver and a tapper beside it. */
export interface WebhookStack extends MeasuredService {
  clients: ReturnType<typeof awsClients>;
  webhooks: ReturnType<typeof operatorWebhooks>;
  receiver: WebhookReceiver;
  tapper: Tapper;
  dispatches: InvocationLog;
  delivers: InvocationLog;
  /** Where the functions' log lines go. */
  logFile(pool: EnvironmentPool): string;
}

export interface WebhookStackOptions {
  /** Settings of the stack, such as retryDelays. */
  settings?: Record<string, string>;
  /** Whether the functions call DynamoDB through the proxy. */
  proxied?: boolean;
}

/** Starts the service on a data folder of its own, for as long as it is measured. */
export async function withWebhooks<Result>(
  measure: (stack: WebhookStack) => Promise<Result>,
  options: WebhookStackOptions = {},
): Promise<Result> {
  const closers = new Closers();
  try {
    return await measure(await start(closers, options));
  } finally {
    await closers.close();
  }
}

async function start(
  closers: Closers,
  { settings = {}, proxied = false }: WebhookStackOptions,
): Promise<WebhookStack> {
  const dataDir = mkdtempSync(join(tmpdir(), "counting-bench-"));
  closers.add(() => rmSync(dataDir, { recursive: true, force: true }));
  const allowed = { allowedReceiverAddresses: "127.0.0.0/8,::1/128" };
  const templateFile = await synthesize(join(dataDir, "cdk.out"), { ...allowed, ...settings });
  const certificates = await ensureCertificates(join(dataDir, "ca"));
  const runtime = await startRuntime({
    templateFile,
    dataDir,
    portOf: () => 0,
    extraEnvironment: { NODE_EXTRA_CA_CERTS: certificates.authority },
    onEvent,
  });
  closers.add(() => runtime.close());
  const receiver = await WebhookReceiver.start(certificates);
  closers.add(() => receiver.close());
  const outputs = StackOutputs.parse(runtime.outputs);
  const dynamodbEndpoint = runtime.endpoints.dynamodb;
  const tapper = new Tapper({ dynamodbEndpoint, outputs });
  closers.add(() => tapper.close());
  const proxy = await DynamodbProxy.start(dynamodbEndpoint);
  closers.add(() => proxy.close());
  const client = localDynamodbClient(dynamodbEndpoint);
  closers.add(() => client.destroy());
  const clients = awsClients(runtime.endpoints);
  closers.add(() => clients.destroy());
  const pool = (name: string) => poolOf(runtime, name);
  const [dispatch, deliver] = [pool("dispatch-events"), pool("deliver-webhook")];
  // No environment runs yet, and a function's own variables come last.
  const endpoint = proxied ? { AWS_ENDPOINT_URL_DYNAMODB: proxy.url } : {};
  for (const { spec } of [dispatch, deliver]) Object.assign(spec.environment, endpoint);
  return {
    outputs,
    runtime,
    proxy,
    emulatorEndpoint: dynamodbEndpoint,
    client,
    stores: operatorStores(client, outputs),
    pool,
    clients,
    webhooks: operatorWebhooks(clients, outputs),
    receiver,
    tapper,
    dispatches: new InvocationLog(dispatch),
    delivers: new InvocationLog(deliver),
    logFile: ({ spec }) => join(dataDir, "logs", `${spec.name}.log`),
  };
}

// A figure from a service that failed or warned on the way would not be one of the service.
function onEvent(event: RuntimeEvent): void {
  if (event.kind === "warning") console.error(event.message);
  if (event.kind === "invocation-failed") {
    console.error(`${event.functionName} failed: ${event.errorType} ${event.errorMessage}`);
  }
  if (event.kind === "set-aside") console.error(`${event.count} set aside: ${event.reason}`);
}

function poolOf({ functions }: Runtime, name: string): EnvironmentPool {
  const pascal = name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const pools = [...functions.values()];
  const pool = pools.find(({ spec }) => spec.logicalId.includes(`${pascal}Function`));
  if (pool === undefined) throw new Error(`the stack has no function ${name}`);
  return pool;
}
