import { createServer } from "node:http";
import { DynamoDBStreamsClient } from "@aws-sdk/client-dynamodb-streams";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { StreamPages } from "../../events/stream-pages.ts";
import { listen } from "../../loopback-server.ts";

/** Answers each GetRecords call with its number, in the next iterator. */
let calls = 0;
const server = createServer((request, response) => {
  calls += 1;
  request.resume().on("end", () => {
    const failing = calls === 3;
    response.writeHead(failing ? 400 : 200, { "content-type": "application/x-amz-json-1.0" });
    response.end(
      JSON.stringify(
        failing ? { __type: "ExpiredIteratorException" } : { NextShardIterator: `page ${calls}` },
      ),
    );
  });
});
let client: DynamoDBStreamsClient;

beforeAll(async () => {
  const endpoint = `http://127.0.0.1:${await listen(server, 0)}`;
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  client = new DynamoDBStreamsClient({ region: "local", credentials, endpoint, maxAttempts: 1 });
});
beforeEach(() => {
  calls = 0;
});
afterAll(() => {
  client.destroy();
  server.close();
});

test("readers that ask for one page at the same time share the call; later ones ask again", async () => {
  const pages = new StreamPages(client);
  const [a, b] = await Promise.all([pages.read("first"), pages.read("first")]);
  expect([a.NextShardIterator, b]).toEqual(["page 1", a]);
  expect((await pages.read("first")).NextShardIterator).toBe("page 2");
});

test("an error reaches all who asked, and is not kept", async () => {
  const pages = new StreamPages(client);
  await pages.read("a");
  await pages.read("b");
  const both = await Promise.allSettled([pages.read("c"), pages.read("c")]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect((await pages.read("c")).NextShardIterator).toBe("page 4");
});
