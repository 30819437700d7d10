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
  serializationError,
  type Verdict,
} from "./dynamodb-steps.ts";
import { RequestReader, UnreadableRequest, type WireRequest } from "./dynamodb-wire.ts";

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

/** A client's connection, and the one to DynamoDB beside it. */
class Connection {
  readonly #client: Socket;
  readonly #endpoint: string;
  readonly #steps: readonly DynamodbStep[];
  readonly #upstream: Socket;
  readonly #reader = new RequestReader();
  #isWaiting = false;

  constructor(client: Socket, endpoint: string, steps: readonly DynamodbStep[]) {
    this.#client = client.setNoDelay();
    this.#endpoint = endpoint;
    this.#steps = steps;
    const { hostname, port } = new URL(endpoint);
    this.#upstream = connect({ host: hostname, port: Number(port || 80), noDelay: true });
    this.#upstream.on("data", () => {
      this.#isWaiting = false;
    });
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
    if (this.#client.writableEnded) return;
    try {
      this.#reader.add(chunk);
      for (let request = this.#reader.next(); request; request = this.#reader.next()) {
        // Clients of AWS wait for each response. A refusal would overtake the one before it.
        if (this.#isWaiting) {
          this.#client.destroy();
          return;
        }
        this.#pass(request);
      }
    } catch (error) {
      if (!(error instanceof UnreadableRequest)) throw error;
      this.#client.end(responseOf(serializationError(error.message), "close"), () =>
        this.#client.destroy(),
      );
    }
  }

  #pass(wire: WireRequest): void {
    const request = new ParsedRequest(wire);
    const { respond, changes, body } = this.#verdict(request);
    if (respond) {
      this.#respond(respond);
      return;
    }
    this.#isWaiting = true;
    const isOwn = request.accessKey === localCredentials.accessKeyId;
    if (isOwn && body === undefined && changes.length === 0) {
      this.#upstream.write(wire.bytes);
      return;
    }
    // Another DynamoDB keeps tables apart by access key, so all use the same.
    const sent = body ?? wire.body;
    const head = wire.head
      .replace(/^(authorization:.*?Credential=)[^/,\s]+/im, `$1${localCredentials.accessKeyId}`)
      .replace(/^(content-length:[ \t]*)\d+/im, `$1${sent.length}`);
    if (changes.length === 0) {
      this.#upstream.write(Buffer.concat([Buffer.from(head, "latin1"), sent]));
      return;
    }
    this.#ask(head, sent)
      .then((response) => {
        this.#isWaiting = false;
        this.#respond(changes.reduce((changed, change) => change(changed), response));
      })
      .catch(() => this.#client.destroy());
  }

  /** A request is anything that a client likes to send, and steps can fail on it. */
  #verdict(request: DynamodbRequest): Omit<Verdict, "input"> & { body?: Buffer } {
    try {
      const { input, ...verdict } = runSteps(this.#steps, request);
      return input ? { ...verdict, body: Buffer.from(JSON.stringify(input)) } : verdict;
    } catch {
      return { respond: serializationError("The request cannot be read."), changes: [] };
    }
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

  #respond(response: DynamodbResponse): void {
    this.#client.write(responseOf(response, "keep-alive"));
  }
}

function responseOf({ status, body }: DynamodbResponse, connection: "keep-alive" | "close") {
  const text = JSON.stringify(body);
  return (
    `HTTP/1.1 ${status} ${status < 300 ? "OK" : "Refused"}\r\n` +
    `content-type: application/x-amz-json-1.0\r\nx-amzn-requestid: ${randomUUID()}\r\n` +
    `connection: ${connection}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
  );
}

class ParsedRequest implements DynamodbRequest {
  readonly operation: string;
  readonly accessKey: string | undefined;
  readonly #body: Buffer;
  #input: Record<string, unknown> | undefined | "unread" = "unread";

  constructor({ headers, body }: WireRequest) {
    this.operation = /^\w+\.(\w+)$/.exec(headers.get("x-amz-target") ?? "")?.[1] ?? "";
    this.accessKey = accessKeyIn(headers.get("authorization"));
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
