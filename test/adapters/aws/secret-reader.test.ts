import { createServer } from "node:http";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { secretReader } from "../../../adapters/aws/secret-reader.ts";

/** A Secrets Manager that refuses its first call; how often it was called. */
async function startSecrets() {
  let calls = 0;
  const server = createServer((_, response) => {
    calls += 1;
    const json = { "content-type": "application/x-amz-json-1.1" };
    if (calls > 1) response.writeHead(200, json).end(`{"SecretString":"secret ${calls}"}`);
    else response.writeHead(400, json).end('{"__type":"ResourceNotFoundException"}');
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const client = new SecretsManagerClient({
    ...{ region: "us-east-1", endpoint: `http://127.0.0.1:${port}` },
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  return { client, calls: () => calls };
}

test("a read that failed is repeated; a secret is kept for five minutes", async () => {
  const { client, calls } = await startSecrets();
  let nowMs = 0;
  const read = secretReader(client, "secret", { now: () => nowMs });
  await expect(read()).rejects.toThrow();
  expect([await read(), await read()]).toEqual(["secret 2", "secret 2"]);
  nowMs = 299_999;
  expect([await read(), calls()]).toEqual(["secret 2", 2]);
  nowMs = 300_000;
  expect(await read()).toBe("secret 3");
});
