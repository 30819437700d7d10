import { createHash } from "node:crypto";
import { base62Digit } from "./base62.ts";

/**
 * Twenty base62 digits that are always the same for the same parts: whoever repeats an interrupted
 * command finds what it has created. They take 119 of the 256 bits: no two are the same by chance.
 */
export function derivedDigits(parts: (string | number)[]): string {
  const hash = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  let rest = BigInt(`0x${hash}`);
  let digits = "";
  while (digits.length < 20) {
    digits += base62Digit(Number(rest % 62n));
    rest /= 62n;
  }
  return digits;
}
