const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Where random base62 digits come from; adapters supply a CSPRNG, tests a seed. */
export type RandomBase62 = (length: number) => string;

/** The digit for a value from 0 to 61. */
export function base62Digit(value: number): string {
  return digits.charAt(value);
}

/** The integer that base62 digits write. */
export function fromBase62(text: string): number {
  return [...text].reduce((value, digit) => value * 62 + digits.indexOf(digit), 0);
}

/**
 * A non-negative integer in base62, padded with zeros on the left to `length` digits. Throws a
 * RangeError for any other number.
 */
export function toBase62(value: number, length: number): string {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`not a whole number: ${value}`);
  let rest = value;
  let text = "";
  while (text.length < length) {
    text = base62Digit(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
