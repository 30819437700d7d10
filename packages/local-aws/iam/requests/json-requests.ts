import { keyArn, localAccount, localRegion, queueArn } from "../../template/arns.ts";
import { contextOf } from "../condition-keys.ts";
import type { AccessRequest } from "../evaluation.ts";
import { objectOf } from "./dynamodb-expressions.ts";

/** Batches are authorized as the action on one message. */
export function sqsRequests(operation: string, body: unknown): AccessRequest[] {
  const { QueueUrl, QueueName } = objectOf(body);
  const resource = QueueUrl === undefined ? queueOf(QueueName) : queueAt(String(QueueUrl));
  return [{ action: `sqs:${operation.replace(/Batch$/, "")}`, resource, context: {} }];
}

const queueOf = (name: unknown) => (name === undefined ? "*" : queueArn(String(name)));

/** The emulator looks at the last segment only; the queue of another account is none of this one's. */
function queueAt(url: string): string {
  const [account = "", name = ""] = url.split("/").slice(-2);
  return account === localAccount
    ? queueArn(name)
    : `arn:aws:sqs:${localRegion}:${account}:${name}`;
}

/** `keyId` is a key's id or ARN; what is to be decrypted can name it by itself. */
export function kmsRequests(
  operation: string,
  { keyId, encryptionContext }: { keyId: string; encryptionContext: Record<string, string> },
): AccessRequest[] {
  const names = Object.keys(encryptionContext);
  const pairs = Object.entries(encryptionContext).map(
    ([name, value]) => [`kms:EncryptionContext:${name}`, value] as const,
  );
  const context = contextOf({
    ...Object.fromEntries(pairs),
    "kms:EncryptionContextKeys": names.length > 0 ? names : undefined,
  });
  const resource = keyId.startsWith("arn:") ? keyId : keyArn(keyId);
  return [{ action: `kms:${operation}`, resource, context }];
}
