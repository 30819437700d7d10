import type { Runtime } from "local-aws";
import { awsClients } from "../adapters/aws/aws-clients.ts";
import { StackOutputs } from "../adapters/stack-outputs.ts";
import { storesOf } from "../adapters/stores.ts";
import type { CertificateFiles } from "./certificate-authority.ts";
import { startChatPage } from "./chat-page.ts";
import { connection } from "./connection.ts";
import { ensureDemoChat } from "./demo/chat.ts";
import { demoOrganizations, seedDemo } from "./demo/demo.ts";
import { writeHistory } from "./demo/history/write-past.ts";
import { runLiveCounter } from "./demo/live-counter.ts";
import { runLiveGroup } from "./demo/live-group.ts";
import { seedDemoMembers } from "./demo/members.ts";
import { demoPeople } from "./demo/people.ts";
import { startDemoReceiver } from "./demo/receiver.ts";
import { liveCounter, liveGroupCounter, welcome } from "./display.ts";
import { FailedDeliveries } from "./failed-deliveries.ts";
import type { IdentityProvider } from "./identity/identity-provider.ts";
import type { RuntimeEvents } from "./runtime-events.ts";
import { writeServiceFiles } from "./service-files.ts";
import type { StartOptions } from "./start-options.ts";
import { aborted } from "./stop-signal.ts";

interface Serving {
  folder: string;
  certificates: CertificateFiles;
  identity: IdentityProvider;
  options: StartOptions;
  signal: AbortSignal;
  events: RuntimeEvents;
}

/** Fills an empty service with the demo, announces the service and runs it until the signal. */
export async function serve(
  runtime: Runtime,
  { folder, certificates, identity, options, signal, events }: Serving,
): Promise<void> {
  const outputs = StackOutputs.parse(runtime.outputs);
  const { endpoints, mailboxUrl = "" } = runtime;
  const clients = awsClients(endpoints);
  const stores = storesOf({ clients, outputs });
  const empty = (await stores.organizations.list()).length === 0;
  const progress = options.quiet ? () => {} : console.log;
  if (options.demo && empty) {
    progress("Seeding a demo …");
    await seedDemo(folder, stores, signal);
  }
  const port = options.receiverPort;
  await using receiver = options.demo
    ? await startDemoReceiver({ folder, port, quiet: options.quiet, certificates, stores })
    : undefined;
  await using chat = await startChatPage(options.chatPort, certificates);
  const { url: chatUrl } = chat;
  const demo = options.demo ? demoOrganizations(folder) : [];
  await seedDemoMembers(stores, { organizations: demo, issuer: identity.issuer, signal });
  identity.serve({ consoleUrl: outputs.ConsoleUrl, people: options.demo ? demoPeople : [] });
  await ensureDemoChat(stores, demo, chatUrl);
  const connected = await connection(stores, { outputs, mailboxUrl, chatUrl }, demo);
  signal.throwIfAborted();
  events.failedDeliveries = new FailedDeliveries({
    stores,
    isPrinted: (url) => receiver !== undefined && url.startsWith(receiver.url),
    print: (line) => console.log(line),
  });
  writeServiceFiles(folder, { outputs, endpoints, mailboxUrl, chatUrl, connection: connected });
  console.log(welcome(connected, options));
  const counter = liveCounter(connected);
  const groupCounter = liveGroupCounter(connected);
  await Promise.all([
    aborted(signal),
    counter && runLiveCounter(stores, counter, signal),
    groupCounter && runLiveGroup(stores, groupCounter, signal),
    options.demo && writeHistory(folder, stores, { signal, print: progress }),
  ]);
}
