import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import type { Count, CountingClient } from "counting-client";

/** How a receiver runs, and where it dies. */
export interface MortalReceiver {
  /** The folder of the installed client. */
  client: string;
  apiUrl: string;
  apiKey: string;
  secret: string;
  certificates: { certificate: string; key: string };
  /** 0 for any; the parent is told which one. */
  port: number;
  /** The file of the store. */
  books: string;
  /** It kills itself when it is at this step for the second time; never without one. */
  diesAt?: string;
}

// A receiver as the guide describes it, started by a test as a process of its own.
const options: MortalReceiver = JSON.parse(process.argv[2] ?? "");
const {
  CatchUp,
  CountingClient: Client,
  verifyWebhook,
} = await import(join(options.client, "dist", "index.js"));
const { fileStore } = await import(join(options.client, "dist", "file-store", "file-store.js"));

let times = 0;
function at(step: string): void {
  if (step === options.diesAt) times += 1;
  if (times === 2) process.kill(process.pid, "SIGKILL");
}

const record = (book: Count[] = [], count: Count) => [...book, count];
const store = await fileStore(options.books, { record });
const client: CountingClient = new Client(options);
const mortal =
  <Parameters extends unknown[], Result>(
    name: string,
    call: (...parameters: Parameters) => Promise<Result>,
  ) =>
  async (...parameters: Parameters): Promise<Result> => {
    at(`before ${name}`);
    const result = await call(...parameters);
    at(`after ${name}`);
    return result;
  };
const catchUp = new CatchUp({
  client: {
    counters: mortal("list", () => client.counters()),
    counter: (id: string) => client.counter(id),
    historyPage: mortal("page", (...page: Parameters<CountingClient["historyPage"]>) =>
      client.historyPage(...page),
    ),
  },
  store: {
    load: mortal("load", store.load),
    list: store.list,
    commit: mortal("commit", store.commit),
  },
  ...{ begin: "beginning", graceSeconds: 0.3 },
});

let requests = 0;
const server = createServer(
  {
    cert: readFileSync(options.certificates.certificate),
    key: readFileSync(options.certificates.key),
  },
  async (request, response) => {
    try {
      const rawBody = await buffer(request);
      at("request");
      requests += 1;
      // Some deliveries are acknowledged and forgotten, some come later, some come twice.
      if (requests % 5 === 0) return response.writeHead(204).end();
      if (requests % 7 === 0) return response.writeHead(503).end();
      const delivery = await verifyWebhook(rawBody, request.headers, options.secret);
      if (!delivery.verified) return response.writeHead(400).end(delivery.reason);
      await catchUp.receive(delivery.event);
      if (requests % 3 === 0) await catchUp.receive(delivery.event);
      at("acknowledgement");
      return response.writeHead(204).end();
    } catch {
      return response.writeHead(500).end();
    }
  },
);
server.listen(options.port, "127.0.0.1", () => process.send?.({ port: addressPort() }));

function addressPort(): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

process.once("disconnect", () => process.exit());
for (;;) {
  await catchUp.check().catch(() => {});
  process.send?.({ status: await catchUp.status() });
  await setTimeout(700);
}
