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

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
const secretBytes = 32;

/**
 * A secret for an endpoint, of 32 bytes that nobody can guess. The complete text, prefix included, is
 * the key of the HMAC.
 */
export function newSigningSecret(bytes: Uint8Array = randomBytes(secretBytes)): string {
  return `whsec_${Buffer.from(bytes).toString("base64")}`;
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
