import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from "@aws-sdk/client-dynamodb";
import {
  DecryptCommand,
  GenerateDataKeyWithoutPlaintextCommand,
  type KMSClient,
} from "@aws-sdk/client-kms";
import * as z from "zod";
import {
  openSecret,
  type SealedSecret,
  type SecretOwner,
  sealSecret,
} from "../../core/webhooks/signing-secret.ts";
import { parseItem } from "../aws/dynamodb-items.ts";

/** The encryption context: KMS unwraps the key for no other, and logs it. */
const encryptionContext = { purpose: "webhook-signing-secrets" };

const keptMs = 5 * 60_000;

export type OpenSecret = (sealed: SealedSecret, owner: SecretOwner) => Promise<string>;

/** Opens sealed secrets. KMS is called once in five minutes, however many deliveries there are. */
export function secretOpener(kms: KMSClient, now: () => number): OpenSecret {
  const unwrapped = new Map<string, { key: Promise<Uint8Array>; untilMs: number }>();

  function dataKeyOf(wrappedKey: string): Promise<Uint8Array> {
    const known = unwrapped.get(wrappedKey);
    if (known !== undefined && known.untilMs > now()) return known.key;
    const key = unwrap(kms, wrappedKey);
    unwrapped.set(wrappedKey, { key, untilMs: now() + keptMs });
    key.catch(() => unwrapped.delete(wrappedKey));
    return key;
  }

  return async ({ sealedSecret, wrappedKey }, owner) =>
    openSecret(sealedSecret, await dataKeyOf(wrappedKey), owner);
}

export type SealSecret = (secret: string, owner: SecretOwner) => Promise<SealedSecret>;

/** Seals new secrets under the service's one data key, which is made when the first is sealed. */
export function secretSealer(
  clients: { dynamodb: DynamoDBClient; kms: KMSClient },
  { tableName, kmsKeyArn }: { tableName: string; kmsKeyArn: string },
): SealSecret {
  const name = { keyName: { S: "webhook-signing-secrets" } };

  async function stored(): Promise<string | undefined> {
    const { Item } = await clients.dynamodb.send(
      new GetItemCommand({ TableName: tableName, Key: name, ConsistentRead: true }),
    );
    return Item === undefined ? undefined : parseItem(DataKeyItem, Item).wrappedKey;
  }

  async function make(): Promise<string> {
    const wrappedKey = await newWrappedKey(clients.kms, kmsKeyArn);
    try {
      await clients.dynamodb.send(
        new PutItemCommand({
          TableName: tableName,
          Item: { ...name, wrappedKey: { S: wrappedKey } },
          ConditionExpression: "attribute_not_exists(keyName)",
        }),
      );
      return wrappedKey;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const others = await stored();
      if (others === undefined) throw error;
      return others;
    }
  }

  return async (secret, owner) => {
    const wrappedKey = (await stored()) ?? (await make());
    const key = await unwrap(clients.kms, wrappedKey);
    return { sealedSecret: sealSecret(secret, key, owner), wrappedKey };
  };
}

async function newWrappedKey(kms: KMSClient, kmsKeyArn: string): Promise<string> {
  const { CiphertextBlob } = await kms.send(
    new GenerateDataKeyWithoutPlaintextCommand({
      KeyId: kmsKeyArn,
      KeySpec: "AES_256",
      EncryptionContext: encryptionContext,
    }),
  );
  if (CiphertextBlob === undefined) throw new Error("KMS returned no data key");
  return Buffer.from(CiphertextBlob).toString("base64");
}

async function unwrap(kms: KMSClient, wrappedKey: string): Promise<Uint8Array> {
  const { Plaintext } = await kms.send(
    new DecryptCommand({
      CiphertextBlob: Buffer.from(wrappedKey, "base64"),
      EncryptionContext: encryptionContext,
    }),
  );
  if (Plaintext === undefined) throw new Error("KMS returned no data key");
  return Plaintext;
}

/** The one data key, wrapped by KMS. */
export const DataKeyItem = z.object({ keyName: z.string(), wrappedKey: z.string() });
