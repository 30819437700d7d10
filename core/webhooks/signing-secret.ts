import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Whose secret it is; a sealed secret opens for no other endpoint. */
export interface SecretOwner {
  organizationId: string;
  endpointId: string;
}

/** A secret as it is stored. */
export interface SealedSecret {
  sealedSecret: string;
  wrappedKey: string;
}

/** What the requests of an endpoint are signed with. */
export interface SigningSecrets {
  secret: string;
  /**
   * What signs the headers of Standard Webhooks: also the next secret, so that a receiver can switch
   * at any time. Absent where the endpoint has no such headers.
   */
  standardSecrets?: string[];
}

type SealedEndpoint = SealedSecret & {
  nextSecret?: SealedSecret;
  standardWebhooks?: true;
};

/** Opens what an endpoint signs with now, and nothing else. */
export async function signingSecrets(
  open: (sealed: SealedSecret, owner: SecretOwner) => Promise<string>,
  endpoint: SealedEndpoint,
  owner: SecretOwner,
): Promise<SigningSecrets> {
  const secret = await open(endpoint, owner);
  const { nextSecret, standardWebhooks } = endpoint;
  if (standardWebhooks === undefined) return { secret };
  const next = nextSecret === undefined ? [] : [await open(nextSecret, owner)];
  return { secret, standardSecrets: [secret, ...next] };
}

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
const secretBytes = 32;

const prefix = "whsec_";

/**
 * A secret for an endpoint, of 32 bytes that nobody can guess. The complete text, prefix included, is
 * the key of X-Service-Signature.
 */
export function newSigningSecret(bytes: Uint8Array = randomBytes(secretBytes)): string {
  return `${prefix}${Buffer.from(bytes).toString("base64")}`;
}

/** The key of Standard Webhooks in the same secret: its bytes. */
export function standardKey(secret: string): Buffer {
  return Buffer.from(secret.slice(prefix.length), "base64");
}

/** Encrypts a secret under a key of 32 bytes, bound to its owner: base64 of nonce, text and tag. */
export function sealSecret(secret: string, key: Uint8Array, owner: SecretOwner): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(boundTo(owner));
  const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString("base64");
}

/** Decrypts a sealed secret; throws when it was changed or belongs to another endpoint. */
export function openSecret(sealed: string, key: Uint8Array, owner: SecretOwner): string {
  const bytes = Buffer.from(sealed, "base64");
  const nonce = bytes.subarray(0, nonceBytes);
  const text = bytes.subarray(nonceBytes, -tagBytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
    .setAAD(boundTo(owner))
    .setAuthTag(bytes.subarray(-tagBytes));
  return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
}

function boundTo({ organizationId, endpointId }: SecretOwner): Buffer {
  return Buffer.from(JSON.stringify([organizationId, endpointId]));
}
