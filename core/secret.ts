import { timingSafeEqual } from "node:crypto";

/** 256 random bits as 43 characters of base64url; adapters supply a CSPRNG. */
export type RandomSecret = () => string;

/** True for text that has the form of 256 bits in base64url. */
export function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Compares two hashes in hex; takes as long wherever they differ. */
export function isSameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
