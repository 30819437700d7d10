import { randomInt } from "node:crypto";
import { join } from "node:path";
import { lockFolder, StartError, startRuntime } from "local-aws";
import { callerPath } from "../adapters/shell.ts";
import { ensureCertificates } from "./certificate-authority.ts";
import { checkDataFormat, diskError, emptyDataFolder, openDataFolder } from "./data-folder.ts";
import { demoIsUnfinished } from "./demo/demo.ts";
import type { IdentityProvider } from "./identity/identity-provider.ts";
import { defaultDataDir } from "./pasteable.ts";
import { checkDynamodb, checkPort } from "./ports.ts";
import { RuntimeEvents } from "./runtime-events.ts";
import { removeOwnServiceFiles, removeServiceFiles } from "./service-files.ts";
import type { StartOptions } from "./start-options.ts";
import { synthesize } from "./synthesize.ts";
import { startTlsFront, type TlsFront } from "./tls-front.ts";

/** The share of batches of which something stays unprocessed. */
const faultyBatches = 0.1;

interface StartContext {
  stopping: AbortSignal;
  environment: NodeJS.ProcessEnv;
}

/**
 * Runs the service until it is stopped. Throws a StartError for what the user can fix, and the
 * reason of `stopping` when that fires before the service is ready.
 */
export async function runLocally(
  options: StartOptions,
  { stopping, environment }: StartContext,
): Promise<void> {
  const { dataDir } = options;
  const own = dataDir === defaultDataDir;
  const folder = own ? dataDir : callerPath(dataDir, environment);
  try {
    await run(options, { folder, stopping, dynamodbEndpoint: environment.DYNAMODB_ENDPOINT });
  } catch (error) {
    throw diskError(error, folder) ?? error;
  }
}

interface RunContext {
  folder: string;
  stopping: AbortSignal;
  dynamodbEndpoint: string | undefined;
}

async function run(options: StartOptions, context: RunContext): Promise<void> {
  const { stopping, dynamodbEndpoint } = context;
  const { lambdaConcurrency } = options;
  refuseSamePorts(options);
  if (options.fresh && dynamodbEndpoint) {
    throw new StartError(
      "--fresh empties the data folder only, not the tables at DYNAMODB_ENDPOINT.",
    );
  }
  const folder = openDataFolder(context.folder);
  const unlock = lockFolder(folder);
  if (options.fresh || demoIsUnfinished(folder)) emptyDataFolder(folder);
  checkDataFormat(folder, options.dataDir);
  removeServiceFiles(folder);
  await checkPorts(options);
  if (dynamodbEndpoint) await checkDynamodb(dynamodbEndpoint, stopping);
  const certificates = await ensureCertificates(join(folder, "ca"));
  // Loads for a quarter of a second, of which a start that is refused is spared.
  const { startIdentityProvider } = await import("./identity/identity-provider.ts");
  await using identity = await startIdentityProvider({ folder, port: options.identityPort });
  await using front = options.canary === undefined ? undefined : await startTlsFront(certificates);
  const progress = options.quiet ? () => {} : console.log;
  progress("Building and synthesizing the stack (up to a minute the first time) …");
  const templateFile = await synthesize(join(folder, "cdk.out"), {
    settings: settings(options, { identity, front }),
    signal: stopping,
  });
  const seed = options.faultSeed ?? randomInt(1e9);
  progress(
    "Starting its tables, functions and HTTP APIs … As on AWS, parts of batches stay unprocessed " +
      `now and then: --fault-seed ${seed} chooses the same again.`,
  );
  const events = new RuntimeEvents({ quiet: options.quiet, folder, stopping });
  const signal = AbortSignal.any([stopping, events.failed]);
  const runtime = await startRuntime({
    templateFile,
    dataDir: folder,
    unlock,
    portOf: (server) => portOf(server, options),
    mail: { identities: [mailDomain], port: options.mailboxPort },
    secrets: { [identity.clientSecretArn]: identity.clientSecret },
    extraEnvironment: { NODE_EXTRA_CA_CERTS: certificates.authority },
    batchFaults: { seed, rate: faultyBatches },
    ...(dynamodbEndpoint && { dynamodbEndpoint }),
    ...(lambdaConcurrency !== undefined && { accountConcurrency: lambdaConcurrency }),
    ...(options.canary !== undefined && { recurEveryMs: options.canary * 1_000 }),
    shortPages: options.shortPages,
    ...(options.recordCalls !== undefined && { callsFolder: options.recordCalls }),
    signal,
    onEvent: (event) => events.take(event),
  });
  front?.forwardTo(runtime.outputs.ApiUrl ?? "");
  try {
    // The AWS clients take a while to load, and a start that is refused needs none of them.
    const { serve } = await import("./serve.ts");
    await serve(runtime, { folder, certificates, identity, options, signal, events });
  } finally {
    removeOwnServiceFiles(folder);
    await runtime.close();
    // Any other error is a consequence of the missing emulator.
    events.failed.throwIfAborted();
  }
}

/**
 * How the stack is configured here: webhooks may be sent to this machine, and to no other private
 * address; people sign in at the local identity provider.
 */
function settings(
  { retryDelays, schedulerFrom, lambdaConcurrency }: StartOptions,
  { identity, front }: { identity: IdentityProvider; front: TlsFront | undefined },
): Record<string, string> {
  const { issuer, clientId, clientSecretArn } = identity;
  return {
    oidcIssuer: issuer,
    oidcClientId: clientId,
    oidcClientSecretArn: clientSecretArn,
    mailFrom: `counts@${mailDomain}`,
    sesIdentityArn: `arn:aws:ses:us-east-1:000000000000:identity/${mailDomain}`,
    allowedReceiverAddresses: "127.0.0.0/8,::1/128",
    ...(front !== undefined && { canary: "true", canaryReceiverUrl: `${front.url}/canary` }),
    ...(retryDelays !== undefined && { retryDelays }),
    ...(lambdaConcurrency !== undefined && { lambdaConcurrency: String(lambdaConcurrency) }),
    ...(schedulerFrom !== undefined && { schedulerFromSeconds: schedulerFrom }),
  };
}

/** Reserved for examples (RFC 2606); no mail leaves this machine. */
const mailDomain = "counts.example";

/** People reach site and console through their CDNs, whose names end with theirs. */
function portOf(
  { kind, name }: { kind: "api" | "cdn"; name: string },
  { apiPort, sitePort, consolePort }: StartOptions,
): number {
  if (kind === "api") return name.endsWith("-api") ? apiPort : 0;
  return name.endsWith(": site") ? sitePort : consolePort;
}

function refuseSamePorts(options: StartOptions): void {
  const { apiPort, sitePort, consolePort, identityPort, receiverPort } = options;
  const { mailboxPort, chatPort } = options;
  const ports = [apiPort, sitePort, consolePort, identityPort, receiverPort, mailboxPort, chatPort];
  const chosen = ports.filter((port) => port !== 0);
  if (new Set(chosen).size === chosen.length) return;
  throw new StartError(
    "The read API, the site, the console, the identity provider, the demo receiver, the mailbox and " +
      "the chat page need a port each: --api-port, --site-port, --console-port, --identity-port, " +
      "--receiver-port, --mailbox-port, --chat-port.",
  );
}

/** Before the synthesis, which takes a while. */
async function checkPorts(options: StartOptions): Promise<void> {
  await checkPort(options.apiPort, "--api-port");
  await checkPort(options.sitePort, "--site-port");
  await checkPort(options.consolePort, "--console-port");
  await checkPort(options.identityPort, "--identity-port");
  await checkPort(options.mailboxPort, "--mailbox-port");
  await checkPort(options.chatPort, "--chat-port");
  if (options.demo) await checkPort(options.receiverPort, "--receiver-port");
}
