import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KMS } from "@aws-sdk/client-kms";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Kms } from "../emulators/kms/kms.ts";
import { KmsKeyRing } from "../emulators/kms/kms-key-ring.ts";
import { keyArn, localCredentials, localRegion } from "../template/arns.ts";

const folder = mkdtempSync(join(tmpdir(), "local-kms-"));
const keyFile = join(folder, "kms-keys.json");
let endpoint: string;
let client: KMS;
let close: () => Promise<void>;

/** An emulator with these keys, and a client as any program would make it. */
async function start(...keyIds: string[]) {
  const kms = new Kms(new KmsKeyRing(folder, keyIds));
  const endpoint = await kms.start();
  const local = { region: localRegion, credentials: localCredentials, maxAttempts: 1 };
  const client = new KMS({ ...local, endpoint });
  const close = async () => {
    client.destroy();
    await kms.close();
  };
  return { endpoint, client, close };
}

beforeAll(async () => {
  ({ endpoint, client, close } = await start("SecretsKey", "OtherKey"));
});
afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

const EncryptionContext = { endpoint: "e-1", table: "webhooks" };
const dataKey = () =>
  client.generateDataKeyWithoutPlaintext({
    KeyId: "SecretsKey",
    KeySpec: "AES_256",
    EncryptionContext,
  });

test.each(["SecretsKey", keyArn("SecretsKey")])(
  "a data key of %s has as many bytes as wanted, and is opened again",
  async (KeyId) => {
    const { $metadata: _, ...made } = await client.generateDataKeyWithoutPlaintext({
      ...{ KeyId, NumberOfBytes: 64, EncryptionContext },
    });
    expect(Object.keys(made).sort()).toEqual(["CiphertextBlob", "KeyId"]);
    expect(made.KeyId).toBe("arn:aws:kms:us-east-1:000000000000:key/SecretsKey");
    const { CiphertextBlob } = made;
    // The order of the context's members means nothing.
    const context = { table: "webhooks", endpoint: "e-1" };
    const opened = await client.decrypt({ CiphertextBlob, EncryptionContext: context });
    expect(opened).toMatchObject({ KeyId: made.KeyId, EncryptionAlgorithm: "SYMMETRIC_DEFAULT" });
    expect(opened.Plaintext).toHaveLength(64);
    const withKey = await client.decrypt({ CiphertextBlob, EncryptionContext, KeyId });
    expect(withKey.Plaintext).toEqual(opened.Plaintext);
  },
);

test("no context and an empty one are the same", async () => {
  const made = await client.generateDataKeyWithoutPlaintext({
    ...{ KeyId: "SecretsKey", KeySpec: "AES_256" },
  });
  const { CiphertextBlob } = made;
  const opened = await client.decrypt({ CiphertextBlob, EncryptionContext: {} });
  expect(opened.Plaintext).toHaveLength(32);
});

test.each([{ ...EncryptionContext, endpoint: "e-2" }, { table: "webhooks" }, {}])(
  "another context, %j, does not open a blob",
  async (EncryptionContext) => {
    const { CiphertextBlob } = await dataKey();
    const opened = client.decrypt({ CiphertextBlob, EncryptionContext });
    await expect(opened).rejects.toMatchObject({
      name: "InvalidCiphertextException",
      $metadata: { httpStatusCode: 400 },
    });
  },
);

test("a blob of which any byte was changed, or its end cut off, does not open", async () => {
  const { CiphertextBlob = new Uint8Array() } = await dataKey();
  const changed = Array.from(CiphertextBlob, (_, index) =>
    CiphertextBlob.map((byte, at) => (at === index ? byte ^ 1 : byte)),
  );
  for (const blob of [...changed, CiphertextBlob.slice(0, -1), CiphertextBlob.slice(0, 1)]) {
    const opened = client.decrypt({ CiphertextBlob: blob, EncryptionContext });
    await expect(opened).rejects.toMatchObject({ name: "InvalidCiphertextException" });
  }
});

test("a blob does not open when another key is named", async () => {
  const { CiphertextBlob } = await dataKey();
  const opened = client.decrypt({ CiphertextBlob, EncryptionContext, KeyId: "OtherKey" });
  await expect(opened).rejects.toMatchObject({ name: "IncorrectKeyException" });
});

test.each([
  "NoKey",
  "alias/SecretsKey",
  keyArn("NoKey"),
  "arn:aws:kms:eu-west-1:000000000000:key/SecretsKey",
])("the key %s is not found", async (KeyId) => {
  const made = client.generateDataKeyWithoutPlaintext({ KeyId, KeySpec: "AES_256" });
  await expect(made).rejects.toMatchObject({ name: "NotFoundException" });
  const opened = client.decrypt({ CiphertextBlob: Buffer.from("x"), KeyId });
  await expect(opened).rejects.toMatchObject({ name: "NotFoundException" });
});

test.each([
  ["no size", {}],
  ["two sizes", { KeySpec: "AES_256" as const, NumberOfBytes: 32 }],
  ["too many bytes", { NumberOfBytes: 1025 }],
  ["a dry run", { NumberOfBytes: 32, DryRun: true }],
])("a data key with %s is refused", async (_, size) => {
  const made = client.generateDataKeyWithoutPlaintext({ KeyId: "SecretsKey", ...size });
  await expect(made).rejects.toMatchObject({ name: "ValidationException" });
});

test.each([
  ["TrentService.Encrypt", "{}", "UnknownOperationException"],
  ["TrentService.toString", "{}", "UnknownOperationException"],
  ["TrentService.Decrypt", "{", "SerializationException"],
])("%s with %s is %s", async (target, body, __type) => {
  const headers = { "x-amz-target": target };
  const response = await fetch(endpoint, { method: "POST", headers, body });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ __type });
});

test("keys survive a restart, also one without them, and only their owner reads them", async () => {
  const { CiphertextBlob } = await dataKey();
  const { Plaintext } = await client.decrypt({ CiphertextBlob, EncryptionContext });
  await (await start("AddedKey")).close();
  const again = await start("SecretsKey", "AddedKey");
  const opened = await again.client.decrypt({ CiphertextBlob, EncryptionContext });
  await again.close();
  expect(opened.Plaintext).toEqual(Plaintext);
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  expect(Object.keys(JSON.parse(readFileSync(keyFile, "utf8"))).sort()).toEqual([
    "AddedKey",
    "OtherKey",
    "SecretsKey",
  ]);
});

test("a file of keys that cannot be read is an error, and stays as it is", () => {
  const kept = readFileSync(keyFile, "utf8");
  const damaged = kept.replace(/: "[\w+/]{10}/, ': "');
  writeFileSync(keyFile, damaged);
  expect(() => new KmsKeyRing(folder, ["SecretsKey"])).toThrow(keyFile);
  expect(readFileSync(keyFile, "utf8")).toBe(damaged);
  writeFileSync(keyFile, kept);
  chmodSync(keyFile, 0o600);
});
