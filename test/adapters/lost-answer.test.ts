import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { localDynamodbClient, operatorStores } from "../../adapters/operator-stores.ts";
import { countTap } from "../../core/counting.ts";
import { createCounter, createOrganization, outputs, stores } from "../service.ts";

/** Answers still to be lost: DynamoDB does its work, and the connection breaks before the answer. */
let answersToLose = 0;

const breaking = createServer((incoming, outgoing) => {
  const upstream = new URL(inject("dynamodbEndpoint"));
  const { method, headers, url: path } = incoming;
  const forwarded = request({
    host: upstream.hostname,
    port: upstream.port,
    method,
    headers,
    path,
  });
  forwarded.on("response", (answer) => {
    const written = String(headers["x-amz-target"]).endsWith("TransactWriteItems");
    if (written && answersToLose > 0) {
      answersToLose -= 1;
      answer.resume().on("end", () => incoming.socket.destroy());
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  incoming.pipe(forwarded);
});

beforeAll(() => new Promise<void>((resolve) => breaking.listen(0, "127.0.0.1", resolve)));
afterAll(() => void breaking.close());

test("a tap whose answer is lost after the write is counted once", async () => {
  const { port } = breaking.address() as AddressInfo;
  const through = operatorStores(localDynamodbClient(`http://127.0.0.1:${port}`), outputs);
  const counter = await createCounter(await createOrganization("pro"));
  const key = { organizationId: counter.organizationId, counterId: counter.id };
  answersToLose = 2;
  const tap = { direction: "up" as const, metadata: null };
  const result = await countTap(through.counting, through.circumstances, { key, tap });
  expect(answersToLose).toBe(0);
  expect(result).toMatchObject({ outcome: "counted", event: { lastEventId: 1 } });
  expect(await stores.counters.get(key)).toMatchObject({ count: 1, lastEventId: 1, version: 2 });
});
