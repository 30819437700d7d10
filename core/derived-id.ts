import { createHash, createHmac } from "node:crypto";
import { base62Digit, type RandomBase62 } from "./base62.ts";

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

/**
 * 256 bits that are always the same for a secret and a purpose, and that nobody can compute without the
 * secret.
 */
export function derivedSecret(secret: string, purpose: string): Buffer {
  return createHmac("sha256", secret).update(purpose).digest();
}

/**
 * The same as base62 digits, all equally likely. Every call starts again at the first digit: use one per
 * value.
 */
export function derivedBase62(secret: string, purpose: string): RandomBase62 {
  return (length) => {
    let text = "";
    for (let round = 0; text.length < length; round += 1) {
      // The largest multiple of 62 in a byte.
      const fair = [...derivedSecret(secret, `${purpose} ${round}`)].filter((byte) => byte < 248);
      text += fair.map((byte) => base62Digit(byte % 62)).join("");
    }
    return text.slice(0, length);
  };
}
