import { randomBytes, randomInt } from "node:crypto";
import { base62Digit } from "../core/base62.ts";

/** Base62 digits from the operating system's CSPRNG, each with the same probability. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => base62Digit(randomInt(62))).join("");
}

// The name of a schedule holds delivery, attempt and fencing token, and may have 64 characters.
const fencingTokenDigits = 12;

/** A fencing token for the one message that may send an attempt. */
export const newFencingToken = () => randomBase62(fencingTokenDigits);

/** 256 bits from the operating system's CSPRNG, as 43 characters of base64url. */
export const randomSecret = () => randomBytes(32).toString("base64url");

/** A random share of a time, in whole milliseconds. */
export const randomPart = (ms: number) => randomInt(ms);
