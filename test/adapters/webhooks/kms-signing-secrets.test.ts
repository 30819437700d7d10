import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { CreateTableCommand } from "@aws-sdk/client-dynamodb";
import { KMSClient } from "@aws-sdk/client-kms";
import { expect, onTestFinished, test } from "vitest";
import { callLimits, localAccess } from "../../../adapters/aws/dynamodb-client.ts";
import { randomBase62 } from "../../../adapters/random.ts";
import { secretOpener, secretSealer } from "../../../adapters/webhooks/kms-signing-secrets.ts";
import { newSigningSecret } from "../../../core/webhooks/signing-secret.ts";
import { listen } from "../../../local/ports.ts";
import { clients, outputs, services } from "../../system/service.ts";

const owner = { organizationId: "org_1", endpointId: "end_1" };
const minuteMs = 60_000;

/** KMS behind a door that counts the calls, and refuses them while `closed`. */
async function countedKms() {
  const door = { calls: 0, closed: false };
  const server = createServer(async (incoming, outgoing) => {
    door.calls += 1;
    if (door.closed) return void outgoing.writeHead(400).end("{}");
    const { "content-type": type = "", authorization = "" } = incoming.headers;
    const target = String(incoming.headers["x-amz-target"]);
    const headers = { "content-type": type, "x-amz-target": target, authorization };
    const body = await buffer(incoming);
    const response = await fetch(services.kms, { method: "POST", headers, body });
    outgoing.writeHead(response.status, { "content-type": "application/x-amz-json-1.1" });
    outgoing.end(await response.text());
  });
  const endpoint = `http://127.0.0.1:${await listen(server, 0)}`;
  const kms = new KMSClient({ ...callLimits, ...localAccess, endpoint, maxAttempts: 1 });
  onTestFinished(() => {
    kms.destroy();
    server.close();
  });
  return { kms, door };
}

/** A sealer of a service without a data key. */
async function newSealer() {
  const tableName = `data-keys-${randomBase62(8)}`;
  await clients.dynamodb.send(
    new CreateTableCommand({
      TableName: tableName,
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: [{ AttributeName: "keyName", KeyType: "HASH" }],
      AttributeDefinitions: [{ AttributeName: "keyName", AttributeType: "S" }],
    }),
  );
  const kmsKeyArn = outputs.SecretsKey;
  return () => secretSealer(clients, { tableName, kmsKeyArn });
}

test("KMS is called once in five minutes, and again after that", async () => {
  const sealed = await (await newSealer())()("a secret", owner);
  const { kms, door } = await countedKms();
  let nowMs = 0;
  const open = secretOpener(kms, () => nowMs);
  for (const atMs of [0, 1, 5 * minuteMs - 1]) {
    nowMs = atMs;
    expect(await open(sealed, owner)).toBe("a secret");
  }
  expect(door.calls).toBe(1);
  nowMs = 5 * minuteMs;
  await Promise.all(Array.from({ length: 8 }, () => open(sealed, owner)));
  expect(door.calls).toBe(2);
});

test("a failed call of KMS is not remembered", async () => {
  const sealed = await (await newSealer())()("a secret", owner);
  const { kms, door } = await countedKms();
  const open = secretOpener(kms, () => 0);
  door.closed = true;
  await expect(open(sealed, owner)).rejects.toThrow();
  door.closed = false;
  expect(await open(sealed, owner)).toBe("a secret");
});

test("sealers that begin at the same moment share one data key, and so do later ones", async () => {
  const sealer = await newSealer();
  const secrets = Array.from({ length: 6 }, newSigningSecret);
  const sealed = await Promise.all(secrets.map((secret) => sealer()(secret, owner)));
  sealed.push(await sealer()(secrets[0] ?? "", owner));
  expect(new Set(sealed.map(({ wrappedKey }) => wrappedKey)).size).toBe(1);
  const open = secretOpener(clients.kms, Date.now);
  const opened = await Promise.all(sealed.map((one) => open(one, owner)));
  expect(opened).toEqual([...secrets, secrets[0]]);
});
