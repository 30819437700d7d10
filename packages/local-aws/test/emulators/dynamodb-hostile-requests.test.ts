import { createServer } from "node:http";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { startDynamodbFront } from "../../emulators/dynamodb/dynamodb-front.ts";
import type { DynamodbStep } from "../../emulators/dynamodb/dynamodb-steps.ts";
import { shortPages } from "../../emulators/dynamodb/short-pages.ts";
import { accessKeyOf } from "../../iam/access-keys.ts";
import { listen } from "../../loopback-server.ts";

let disposables = new AsyncDisposableStack();
afterEach(async () => {
  await disposables.disposeAsync();
  disposables = new AsyncDisposableStack();
});

const functionKey = accessKeyOf("a-function");

/** What a front responds to these pieces, all of it until it closes the connection. */
async function send(steps: DynamodbStep[], pieces: (string | Buffer)[]): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.end('{"stored":true}'));
  });
  const endpoint = `http://127.0.0.1:${await listen(server, 0)}`;
  disposables.defer(() => server.closeAllConnections());
  disposables.defer(() => void server.close());
  const front = await startDynamodbFront(endpoint, steps);
  disposables.defer(() => front.close());
  const socket = connect(Number(new URL(front.url).port), "127.0.0.1");
  let received = "";
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.on("error", () => {});
  socket.on("data", (data) => {
    received += data;
  });
  for (const piece of pieces) {
    if (socket.destroyed) break;
    socket.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await closed;
  return received;
}

function requestOf(body: string, headers: string[] = [`Content-Length: ${body.length}`]): string {
  const own = [
    "Host: x",
    "X-Amz-Target: DynamoDB_20120810.Query",
    `Authorization: AWS4-HMAC-SHA256 Credential=${functionKey}/20260101/us-east-1/dynamodb/aws4_request`,
  ];
  const lines = ["POST / HTTP/1.1", ...headers, ...own].join("\r\n");
  return `${lines}\r\n\r\n${body}`;
}

const closing = (body: string) =>
  requestOf(body, ["Connection: close", `Content-Length: ${body.length}`]);

const responsesIn = (received: string) => received.match(/HTTP\/1\.1 \d+/g);

test("a request on which a step fails is refused, and the next one is served", async () => {
  const failing: DynamodbStep = ({ input }) => {
    String(input?.TableName);
    return undefined;
  };
  const received = await send(
    [failing],
    [requestOf('{"TableName":{"toString":1}}'), closing('{"TableName":"things"}')],
  );
  expect(responsesIn(received)).toEqual(["HTTP/1.1 400", "HTTP/1.1 200"]);
  expect(received).toContain("SerializationException");
});

test("a request that is too deep to be written again is refused", async () => {
  const deep = `{"X":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
  const received = await send([shortPages], [requestOf(deep), closing('{"Limit":1}')]);
  expect(responsesIn(received)).toEqual(["HTTP/1.1 400", "HTTP/1.1 200"]);
});

const body = '{"TableName":"things"}';
const length = `Content-Length: ${body.length}`;
test.each<[string, (string | Buffer)[]]>([
  ["a head without end", ["POST / HTTP/1.1\r\n", ...Array(40).fill(Buffer.alloc(1024, "a"))]],
  ["a body that is too large", [requestOf("", ["Content-Length: 1000000000000000"])]],
  [
    "a body in chunks",
    [requestOf("", ["Transfer-Encoding: chunked"]), ...Array(12).fill("5\r\nhello\r\n")],
  ],
  ["a length beside chunks", [requestOf(body, [length, "Transfer-Encoding: chunked"])]],
  ["two lengths", [requestOf(body, [length, "Content-Length: 5"])]],
  ["two access keys", [requestOf(body, [length, "Authorization: Credential=local/1"])]],
  ["lines that end without a carriage return", [requestOf(body, [`${length}\nX: y`])]],
])("%s is refused once, and the connection closed", async (_, pieces) => {
  const received = await send([], pieces);
  expect(responsesIn(received)).toEqual(["HTTP/1.1 400"]);
});

test("a length behind a tab is a length", async () => {
  const received = await send(
    [],
    [requestOf(body, ["Connection: close", length.replace(" ", "\t")])],
  );
  expect(responsesIn(received)).toEqual(["HTTP/1.1 200"]);
});

test("only the header of that name says who calls", async () => {
  const keys: (string | undefined)[] = [];
  const look: DynamodbStep = ({ accessKey }) => {
    keys.push(accessKey);
    return undefined;
  };
  const agent = "User-Agent: sdk Credential=local/1";
  await send([look], [requestOf(body, ["Connection: close", agent, length])]);
  expect(keys).toEqual([functionKey]);
});

test("a refusal never overtakes the response before it", async () => {
  const refuse: DynamodbStep = ({ input }) =>
    input?.Limit === undefined ? undefined : { respond: { status: 400, body: {} } };
  const received = await send([refuse], [requestOf(body) + requestOf('{"Limit":1}')]);
  expect(received).toBe("");
});
