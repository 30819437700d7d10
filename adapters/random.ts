import { randomInt } from "node:crypto";
import { base62Digit } from "../core/base62.ts";

/** Base62 digits from the operating system's CSPRNG, each with the same probability. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => base62Digit(randomInt(62))).join("");
}
