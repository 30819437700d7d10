import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { endpoint as dynamodb } from "../system/service.ts";

/** A call to DynamoDB on its way through the proxy. */
export interface Call {
  /** For example `UpdateItem`. */
  operation: string;
  input: Record<string, unknown>;
  /** The same for each attempt of the SDK at one call. */
  invocationId: string;
}

export type Fault =
  /** DynamoDB does its work, and the connection breaks before the response. */
  | "lose the response"
  /** The call disappears, and no response ever comes. */
  | "stay silent"
  /** DynamoDB does nothing and returns this error. */
  | { error: string; body?: object }
  /** DynamoDB does nothing and this is the response. */
  | { answer: object };

export interface FaultProxy {
  endpoint: string;
  calls: Call[];
  close(): Promise<void>;
}

/** Stands in front of the running DynamoDB and spoils the calls that `faultOf` chooses. */
export async function faultProxy(
  faultOf: (call: Call) => Fault | undefined = () => undefined,
): Promise<FaultProxy> {
  const calls: Call[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    const operation = String(incoming.headers["x-amz-target"]).split(".")[1] ?? "";
    const invocationId = String(incoming.headers["amz-sdk-invocation-id"]);
    const call = { operation, input: JSON.parse(body.toString()), invocationId };
    calls.push(call);
    const fault = faultOf(call);
    if (fault === "stay silent") return;
    if (typeof fault === "object" && "answer" in fault) {
      outgoing.writeHead(200, { "content-type": "application/x-amz-json-1.0" });
      return outgoing.end(JSON.stringify(fault.answer));
    }
    if (typeof fault === "object") return refuse(outgoing, fault);
    await forward(incoming, body, fault === undefined ? outgoing : undefined);
    if (fault === "lose the response") incoming.socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    calls,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** The same until the test has finished. */
export async function proxyOfTest(...of: Parameters<typeof faultProxy>): Promise<FaultProxy> {
  const proxy = await faultProxy(...of);
  onTestFinished(() => proxy.close());
  return proxy;
}

function refuse(outgoing: ServerResponse, { error, body }: { error: string; body?: object }) {
  outgoing.writeHead(400, { "content-type": "application/x-amz-json-1.0" });
  const type = `com.amazonaws.dynamodb.v20120810#${error}`;
  outgoing.end(JSON.stringify({ __type: type, message: error, ...body }));
}

async function forward(incoming: IncomingMessage, body: Buffer, outgoing?: ServerResponse) {
  const { hostname, port } = new URL(dynamodb);
  const { method, headers, url: path } = incoming;
  const forwarded = request({ host: hostname, port, method, headers, path });
  forwarded.end(body);
  const [answer] = (await once(forwarded, "response")) as [IncomingMessage];
  const answered = await buffer(answer);
  outgoing?.writeHead(answer.statusCode ?? 502, answer.headers).end(answered);
}
