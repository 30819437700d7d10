import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { json, text } from "node:stream/consumers";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { afterEach, expect, test } from "vitest";
import { startDynamodbFront } from "../../emulators/dynamodb/dynamodb-front.ts";
import type { DynamodbStep } from "../../emulators/dynamodb/dynamodb-steps.ts";
import { accessKeyOf } from "../../iam/access-keys.ts";
import { listen } from "../../loopback-server.ts";

let disposables = new AsyncDisposableStack();
afterEach(async () => {
  await disposables.disposeAsync();
  disposables = new AsyncDisposableStack();
});

/** A front with these steps before a DynamoDB that returns what it got. */
async function startFront(...steps: DynamodbStep[]) {
  const seen: { credential: string | undefined; input: unknown }[] = [];
  const server = createServer(async (request, response) => {
    const credential = /Credential=([^/]+)/.exec(request.headers.authorization ?? "")?.[1];
    seen.push({ credential, input: await json(request) });
    response.end(JSON.stringify({ Item: { id: { S: "stored" } } }));
  });
  const endpoint = `http://127.0.0.1:${await listen(server, 0)}`;
  disposables.defer(() => server.closeAllConnections());
  disposables.defer(() => void server.close());
  const front = await startDynamodbFront(endpoint, steps);
  disposables.defer(() => front.close());
  const client = (accessKeyId: string) => {
    const credentials = { accessKeyId, secretAccessKey: "secret" };
    const dynamodb = new DynamoDB({ endpoint: front.url, region: "us-east-1", credentials });
    disposables.defer(() => dynamodb.destroy());
    return dynamodb;
  };
  return { url: front.url, client, seen };
}

const byId = { TableName: "things", Key: { id: { S: "a" } } };
const functionKey = accessKeyOf("a-function");

test("a request that no step changes arrives as it was sent, and so does its response", async () => {
  const { client, seen } = await startFront(() => undefined);
  expect((await client("local").getItem(byId)).Item).toEqual({ id: { S: "stored" } });
  expect(seen).toEqual([{ credential: "local", input: byId }]);
});

test("steps see the operation, who calls, and the input", async () => {
  const asked: unknown[] = [];
  const { client } = await startFront(({ operation, accessKey, input }) => {
    asked.push({ operation, accessKey, input });
    return undefined;
  });
  await client(functionKey).getItem(byId);
  expect(asked).toEqual([{ operation: "GetItem", accessKey: functionKey, input: byId }]);
});

test("DynamoDB sees the same access key whoever calls", async () => {
  const { client, seen } = await startFront();
  await client(functionKey).getItem(byId);
  expect(seen).toEqual([{ credential: "local", input: byId }]);
});

test("a step can refuse, and DynamoDB never sees the request", async () => {
  const body = { __type: "com.amazon.coral.service#AccessDeniedException", message: "No." };
  const { client, seen } = await startFront(() => ({ respond: { status: 400, body } }));
  await expect(client(functionKey).getItem(byId)).rejects.toMatchObject({
    name: "AccessDeniedException",
    message: "No.",
  });
  expect(seen).toEqual([]);
});

test("steps can change request and response, each on what the one before made of them", async () => {
  const tables: unknown[] = [];
  const rename: DynamodbStep = ({ input }) => ({
    input: { ...input, TableName: `${input?.TableName}-2` },
    change: ({ status, body }) => ({ status, body: { ...body, ConsumedCapacity: {} } }),
  });
  const look: DynamodbStep = ({ input }) => {
    tables.push(input?.TableName);
    return undefined;
  };
  const { client, seen } = await startFront(rename, look);
  const response = await client(functionKey).getItem(byId);
  expect(response).toMatchObject({ Item: { id: { S: "stored" } }, ConsumedCapacity: {} });
  expect(tables).toEqual(["things-2"]);
  expect(seen).toEqual([{ credential: "local", input: { ...byId, TableName: "things-2" } }]);
});

test("a request that arrives in pieces is put together", async () => {
  const { url, seen } = await startFront(() => undefined);
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  const body = JSON.stringify(byId);
  const head = `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}`;
  for (const piece of [head.slice(0, 30), head.slice(30), "\r\n\r", `\n${body.slice(0, 9)}`]) {
    socket.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  socket.write(body.slice(9));
  expect(await text(socket)).toContain("stored");
  expect(seen.map(({ input }) => input)).toEqual([byId]);
});

test("a client loses its connection when DynamoDB cannot be reached", async () => {
  const front = await startDynamodbFront("http://127.0.0.1:1", []);
  disposables.defer(() => front.close());
  const socket = connect(Number(new URL(front.url).port), "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "close");
});
