import { expect, test } from "vitest";
import { randomBase62 } from "../../../adapters/random.ts";
import { isWellFormedKey, keyHash, newKeyText, withoutKeys } from "../../../core/keys/key-text.ts";

test("a new key has the brand's live prefix, 30 random characters and a checksum of 6", () => {
  expect(newKeyText("cs", randomBase62)).toMatch(/^cs_live_[0-9A-Za-z]{36}$/);
});

test("the checksum is the CRC-32 of the random part in base62", () => {
  const key = newKeyText("cs", (length) => "0".repeat(length));
  expect(key.slice(8, 38)).toBe("0".repeat(30));
  let value = 0;
  for (const digit of key.slice(38)) {
    value =
      value * 62 + "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".indexOf(digit);
  }
  expect(value).toBe(crc32OfThirtyZeros());
});

test("every key that is made is well-formed", () => {
  for (let count = 0; count < 200; count += 1) {
    expect(isWellFormedKey("cs", newKeyText("cs", randomBase62))).toBe(true);
  }
});

test("one changed character anywhere makes a key malformed", () => {
  const key = newKeyText("cs", randomBase62);
  for (let at = 0; at < key.length; at += 1) {
    const other = key[at] === "x" ? "y" : "x";
    expect(isWellFormedKey("cs", key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
  }
});

test.each([
  ["nothing", ""],
  ["another brand", newKeyText("other", randomBase62)],
  ["one character more", `${newKeyText("cs", randomBase62)}0`],
  ["one character less", newKeyText("cs", randomBase62).slice(0, -1)],
  ["white space", ` ${newKeyText("cs", randomBase62)}`],
  ["100 KB", "cs_live_".padEnd(100_000, "a")],
])("%s is malformed", (_, key) => {
  expect(isWellFormedKey("cs", key)).toBe(false);
});

test("a key is stored as the lowercase hex of its SHA-256", () => {
  expect(keyHash("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("a text with several keys keeps the secret part of none", () => {
  expect(withoutKeys("not cs_live_abc123, nor cs_live_def456!")).toBe(
    "not cs_live_…, nor cs_live_…!",
  );
});

// Bit by bit, from the definition of CRC-32 (IEEE 802.3), independently of zlib.
function crc32OfThirtyZeros(): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from("0".repeat(30))) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
