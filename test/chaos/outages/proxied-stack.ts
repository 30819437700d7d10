import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GetQueueAttributesCommand, SetQueueAttributesCommand } from "@aws-sdk/client-sqs";
import { type Runtime, type RuntimeEvent, startRuntime } from "local-aws";
import * as z from "zod";
import { awsClients } from "../../../adapters/aws/aws-clients.ts";
import { StackOutputs } from "../../../adapters/stack-outputs.ts";
import { storesOf } from "../../../adapters/stores.ts";
import { visibilitySeconds } from "../../../lib/webhooks/redelivery.ts";
import { ensureCertificates } from "../../../local/certificate-authority.ts";
import { synthesize } from "../../../local/synthesize.ts";
import type { RunningStack } from "../stack-process.ts";
import { OutageProxy } from "./outage-proxy.ts";

/** The services that can be out, by their names in the SDK's variables. */
const services = {
  dynamodb: "DYNAMODB",
  sqs: "SQS",
  scheduler: "SCHEDULER",
  kms: "KMS",
} as const;
export type ProxiedService = keyof typeof services;

export interface ProxiedStack extends RunningStack {
  dataDir: string;
  proxies: Record<ProxiedService, OutageProxy>;
}

const Template = z.looseObject({
  Resources: z.record(
    z.string(),
    z.looseObject({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).optional() }),
  ),
  Outputs: z.record(z.string(), z.looseObject({ Value: z.unknown() })),
});
type Template = z.infer<typeof Template>;

const RedrivePolicy = z.looseObject({ maxReceiveCount: z.coerce.number() });

/**
 * A message that failed after its claim is refused until the claim has ended. On AWS that is before it
 * is visible again; here it is received once a second until then.
 */
const leaseReceptions = visibilitySeconds;

const Environment = z.object({ Variables: z.record(z.string(), z.unknown()) });

/**
 * Runs the service in this process. Its functions, and nothing else, reach the services through
 * proxies. Messages are visible again after a second: 28 times as soon as on AWS.
 */
export async function startProxiedStack(disposables: AsyncDisposableStack): Promise<ProxiedStack> {
  const dataDir = realpathSync(mkdtempSync(join(tmpdir(), "counting-outage-")));
  disposables.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const { authority } = await ensureCertificates(join(dataDir, "ca"));
  const settings = {
    allowedReceiverAddresses: "127.0.0.0/8,::1/128",
    retryDelays: "1,2,1,1,1",
    schedulerFromSeconds: "2",
  };
  const templateFile = await synthesize(join(dataDir, "cdk.out"), { settings });
  const start = () =>
    startRuntime({
      templateFile,
      dataDir: join(dataDir, "data"),
      portOf: () => 0,
      extraEnvironment: { NODE_EXTRA_CA_CERTS: authority },
      onEvent: (event) => {
        if (event.kind === "access-denied") refused.push(event);
      },
    });
  const refused: RuntimeEvent[] = [];
  disposables.defer(() => {
    if (refused.length > 0) throw new Error(`AWS would refuse: ${JSON.stringify(refused)}`);
  });
  const proxies = {
    dynamodb: await OutageProxy.start(),
    sqs: await OutageProxy.start(),
    scheduler: await OutageProxy.start(),
    kms: await OutageProxy.start(),
  };
  for (const proxy of Object.values(proxies)) disposables.defer(() => proxy.close());
  // The SDK calls a queue where its URL says, so the functions need other URLs.
  const first = await start();
  await first.close();
  const template = Template.parse(JSON.parse(readFileSync(templateFile, "utf8")));
  writeFileSync(
    templateFile,
    JSON.stringify(throughProxies(template, { proxies, outputs: first.outputs })),
  );
  const runtime = await start();
  disposables.defer(() => runtime.close());
  for (const service of Object.keys(services) as ProxiedService[])
    proxies[service].leadTo(runtime.endpoints[service]);
  return { ...(await running(runtime, disposables)), dataDir, proxies };
}

async function running(
  { outputs: raw, endpoints }: Runtime,
  disposables: AsyncDisposableStack,
): Promise<RunningStack> {
  const outputs = StackOutputs.parse(raw);
  const clients = awsClients(endpoints);
  disposables.defer(() => clients.destroy());
  for (const QueueUrl of [
    outputs.FirstAttemptsQueue,
    outputs.RetriesQueue,
    outputs.SlowAttemptsQueue,
  ]) {
    const { Attributes = {} } = await clients.sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["RedrivePolicy"] }),
    );
    const policy = RedrivePolicy.parse(JSON.parse(Attributes.RedrivePolicy ?? ""));
    const maxReceiveCount = policy.maxReceiveCount + leaseReceptions;
    const shortened = {
      VisibilityTimeout: "1",
      RedrivePolicy: JSON.stringify({ ...policy, maxReceiveCount }),
    };
    await clients.sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: shortened }));
  }
  return { pid: process.pid, outputs, clients, stores: storesOf({ clients, outputs }) };
}

interface ProxySettings {
  proxies: Record<ProxiedService, OutageProxy>;
  outputs: Record<string, string>;
}

/** The template whose functions call the proxies. */
function throughProxies(template: Template, { proxies, outputs }: ProxySettings): Template {
  const queueUrls = new Map(
    Object.entries(template.Outputs).flatMap(([name, { Value }]) => {
      const url = URL.parse(outputs[name] ?? "");
      const id = z.object({ Ref: z.string() }).safeParse(Value).data?.Ref;
      const isQueue = id !== undefined && template.Resources[id]?.Type === "AWS::SQS::Queue";
      return isQueue && url ? [[id, `${proxies.sqs.url}${url.pathname}`] as const] : [];
    }),
  );
  const endpoints = Object.entries(services).map(([service, name]) => [
    `AWS_ENDPOINT_URL_${name}`,
    proxies[service as ProxiedService].url,
  ]);
  for (const { Type, Properties } of Object.values(template.Resources)) {
    if (Type !== "AWS::Lambda::Function" || Properties === undefined) continue;
    const { Variables } = Environment.parse(Properties.Environment);
    const own = Object.entries(Variables).map(([name, value]) => {
      const id = z.object({ Ref: z.string() }).safeParse(value).data?.Ref ?? "";
      return [name, queueUrls.get(id) ?? value];
    });
    Properties.Environment = { Variables: Object.fromEntries([...own, ...endpoints]) };
  }
  return template;
}
