import { Agent, createServer, type IncomingMessage, request, type Server } from "node:http";
import { setTimeout } from "node:timers/promises";
import { listen } from "../../local/ports.ts";

/** A call that went through the proxy; times of this process's monotonic clock. */
export interface ProxiedCall {
  /** Such as GetItem. */
  operation: string;
  startedMs: number;
  endedMs: number;
  status: number;
  request: Buffer;
  responseBody: Buffer;
}

/**
 * Stands in front of a DynamoDB on loopback: delays each call, or asks in the caller's stead what
 * capacity it consumed. So the functions are measured as they are.
 */
export class DynamodbProxy {
  url = "";
  delayMs = 0;
  asksForCapacity = false;
  readonly #target: URL;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server: Server;
  #calls: ProxiedCall[] = [];
  #inFlight = 0;

  private constructor(endpoint: string) {
    this.#target = new URL(endpoint);
    this.#server = createServer((incoming, outgoing) => {
      this.#forward(incoming).then(
        ({ status, responseBody, headers }) => {
          outgoing
            .writeHead(status, { ...headers, "content-length": responseBody.length })
            .end(responseBody);
        },
        // The caller sees a broken connection, as it would from DynamoDB itself.
        () => outgoing.destroy(),
      );
    });
  }

  static async start(endpoint: string): Promise<DynamodbProxy> {
    const proxy = new DynamodbProxy(endpoint);
    proxy.url = `http://127.0.0.1:${await listen(proxy.#server, 0)}`;
    return proxy;
  }

  /** The calls since the last time, once none is under way; also those that were abandoned. */
  async takeCalls(): Promise<ProxiedCall[]> {
    do await setTimeout(10);
    while (this.#inFlight > 0);
    return this.#calls.splice(0);
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  // Runs to its end even when the caller hangs up: DynamoDB would do and charge the work, too.
  async #forward(incoming: IncomingMessage) {
    const startedMs = performance.now();
    this.#inFlight += 1;
    try {
      const operation = String(incoming.headers["x-amz-target"]).split(".").at(-1) ?? "";
      const received = await bytes(incoming);
      const body = this.asksForCapacity ? askingForCapacity(operation, received) : received;
      if (this.delayMs > 0) await setTimeout(this.delayMs);
      const { status, headers, responseBody } = await this.#send(incoming, body);
      const endedMs = performance.now();
      this.#calls.push({ operation, startedMs, endedMs, status, request: body, responseBody });
      return { status, headers, responseBody };
    } finally {
      this.#inFlight -= 1;
    }
  }

  async #send({ method, url, headers: received }: IncomingMessage, body: Buffer) {
    const { connection: _, "transfer-encoding": __, ...kept } = received;
    const headers = { ...kept, host: this.#target.host, "content-length": body.length };
    const { hostname, port } = this.#target;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request({ hostname, port, path: url, method, headers, agent: this.#agent });
      sent.on("response", resolve).on("error", reject).end(body);
    });
    const { connection: ___, "transfer-encoding": ____, ...answered } = response.headers;
    return {
      status: response.statusCode ?? 502,
      headers: answered,
      responseBody: await bytes(response),
    };
  }
}

const dataOperation = /^(Get|Put|Update|Delete|BatchGet|BatchWrite|TransactGet|TransactWrite)Item/;
const otherDataOperations = new Set(["Query", "Scan", "BatchExecuteStatement"]);

function askingForCapacity(operation: string, body: Buffer): Buffer {
  const isOfData = dataOperation.test(operation) || otherDataOperations.has(operation);
  if (!isOfData) return body;
  const parsed: unknown = JSON.parse(body.toString());
  return Buffer.from(
    JSON.stringify(Object.assign({}, parsed, { ReturnConsumedCapacity: "TOTAL" })),
  );
}

// `buffer` of node:stream/consumers goes through a Blob, which takes long enough to be measured.
async function bytes(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}
