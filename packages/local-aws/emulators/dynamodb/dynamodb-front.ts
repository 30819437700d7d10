import { randomUUID } from "node:crypto";
import { connect, createServer, type Socket } from "node:net";
import { accessKeyIn } from "../../iam/access-keys.ts";
import { listen } from "../../loopback-server.ts";
import { localCredentials } from "../../template/arns.ts";
import {
  type DynamodbRequest,
  type DynamodbResponse,
  type DynamodbStep,
  runSteps,
} from "./dynamodb-steps.ts";
import { readRequest, type WireRequest } from "./dynamodb-wire.ts";

/** A running front; requests to its URL reach DynamoDB by way of the steps. */
export interface DynamodbFront {
  url: string;
  close(): Promise<void>;
}

/**
 * Stands before DynamoDB on a port of its own. Each connection has one to DynamoDB, and what no step
 * changes is passed on byte by byte: through node:http a call would cost several times as much.
 */
export async function startDynamodbFront(
  endpoint: string,
  steps: readonly DynamodbStep[],
): Promise<DynamodbFront> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client);
    client.once("close", () => sockets.delete(client));
    new Connection(client, endpoint, steps);
  });
  const port = await listen(server, 0);
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** A client's connection, and the one to DynamoDB beside it. Clients wait for each response. */
class Connection {
  readonly #client: Socket;
  readonly #endpoint: string;
  readonly #steps: readonly DynamodbStep[];
  readonly #upstream: Socket;
  #received: Buffer = Buffer.alloc(0);

  constructor(client: Socket, endpoint: string, steps: readonly DynamodbStep[]) {
    this.#client = client.setNoDelay();
    this.#endpoint = endpoint;
    this.#steps = steps;
    const { hostname, port } = new URL(endpoint);
    this.#upstream = connect({ host: hostname, port: Number(port || 80), noDelay: true });
    this.#upstream.pipe(client);
    client.on("data", (chunk) => this.#take(chunk));
    for (const [socket, other] of [
      [client, this.#upstream],
      [this.#upstream, client],
    ] as const) {
      socket.on("error", () => other.destroy());
      socket.once("close", () => other.destroy());
    }
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    for (;;) {
      const request = readRequest(this.#received);
      if (request === "incomplete") return;
      if (request === "unreadable") {
        const message = "The request has no Content-Length.";
        const body = { __type: "com.amazon.coral.service#SerializationException", message };
        this.#respond({ status: 411, body });
        return;
      }
      this.#received = this.#received.subarray(request.length);
      this.#pass(request);
    }
  }

  #pass(wire: WireRequest): void {
    const request = new ParsedRequest(wire);
    const { respond, input, changes } = runSteps(this.#steps, request);
    if (respond) {
      this.#respond(respond);
      return;
    }
    const isOwn = request.accessKey === localCredentials.accessKeyId;
    if (isOwn && input === undefined && changes.length === 0) {
      this.#upstream.write(wire.bytes);
      return;
    }
    // Another DynamoDB keeps tables apart by access key, so all use the same.
    const body = input === undefined ? wire.body : Buffer.from(JSON.stringify(input));
    const head = wire.head
      .replace(`Credential=${request.accessKey}/`, `Credential=${localCredentials.accessKeyId}/`)
      .replace(/^(content-length: *)\d+/im, `$1${body.length}`);
    if (changes.length === 0) {
      this.#upstream.write(Buffer.concat([Buffer.from(head, "latin1"), body]));
      return;
    }
    this.#ask(head, body).then(
      (response) => this.#respond(changes.reduce((changed, change) => change(changed), response)),
      () => this.#client.destroy(),
    );
  }

  /** Asks DynamoDB beside the connection, for what is to be changed must be read as a whole. */
  async #ask(head: string, body: Buffer): Promise<DynamodbResponse> {
    const names = ["authorization", "content-type", "x-amz-date", "x-amz-target"];
    const headers = names.flatMap((name) => {
      const value = new RegExp(`^${name}: *(.*?)\\r?$`, "im").exec(head)?.[1];
      return value === undefined ? [] : [[name, value] as [string, string]];
    });
    const response = await fetch(this.#endpoint, {
      method: "POST",
      headers,
      body: new Uint8Array(body),
    });
    return { status: response.status, body: Object(await response.json()) };
  }

  #respond({ status, body }: DynamodbResponse): void {
    const text = JSON.stringify(body);
    this.#client.write(
      `HTTP/1.1 ${status} ${status < 300 ? "OK" : "Refused"}\r\n` +
        `content-type: application/x-amz-json-1.0\r\nx-amzn-requestid: ${randomUUID()}\r\n` +
        `content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    );
  }
}

class ParsedRequest implements DynamodbRequest {
  readonly operation: string;
  readonly accessKey: string;
  readonly #body: Buffer;
  #input: Record<string, unknown> | undefined | "unread" = "unread";

  constructor({ head, body }: WireRequest) {
    this.operation = /^x-amz-target: *\w+\.(\w+)/im.exec(head)?.[1] ?? "";
    this.accessKey = accessKeyIn(head);
    this.#body = body;
  }

  get bytes(): number {
    return this.#body.length;
  }

  get input(): Record<string, unknown> | undefined {
    if (this.#input === "unread") this.#input = parseObject(this.#body);
    return this.#input;
  }
}

function parseObject(body: Buffer): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(body.toString());
    return typeof parsed === "object" && parsed !== null ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
}
