import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import { type RandomBase62, toBase62 } from "../base62.ts";

const randomLength = 30;
const checksumLength = 6;

/** The fixed beginning of every key of a brand: `cs_live_` for `cs`. */
function keyPrefix(brand: string): string {
  return `${brand}_live_`;
}

/** A new full key: prefix, 30 random base62 characters, 6 characters of their CRC-32. */
export function newKeyText(brand: string, randomBase62: RandomBase62): string {
  const random = randomBase62(randomLength);
  return keyPrefix(brand) + random + checksum(random);
}

/** True when prefix, length, alphabet and checksum are right; the key need not exist. */
export function isWellFormedKey(brand: string, text: string): boolean {
  const prefix = keyPrefix(brand);
  if (!text.startsWith(prefix)) return false;
  const body = text.slice(prefix.length);
  if (!/^[0-9A-Za-z]{36}$/.test(body)) return false;
  return body.slice(randomLength) === checksum(body.slice(0, randomLength));
}

/** Removes the secret part of every API key from a text. */
export function withoutKeys(text: string): string {
  return text.replace(/(_live_)[0-9A-Za-z]+/g, "$1…");
}

/** SHA-256 of the full key, lowercase hex: the only form in which a key is stored. */
export function keyHash(text: string): string {
  return hash("sha256", text, "hex");
}

function checksum(random: string): string {
  return toBase62(crc32(random), checksumLength);
}
