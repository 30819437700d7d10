import { shortened } from "./import-columns.ts";
import { type Encoding, encodings } from "./import-file.ts";

export type FileText =
  | { text: string }
  /** Some words of the file in each encoding in which they are words. */
  | { readings: { encoding: Encoding; words: string }[] };

/**
 * The text of a file, by its mark or by its bytes. Spreadsheets also write the encoding of the computer
 * and do not say which: then it is the only one that makes words of the bytes, or the one `chosen`.
 */
export function fileText(bytes: Uint8Array, chosen?: Encoding): FileText {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return { text: new TextDecoder(utf16).decode(bytes) };
  const utf8 = decoded(bytes, "utf-8");
  if (utf8 !== undefined) return { text: utf8 };
  const wanted = chosen && decoded(bytes, chosen);
  if (wanted !== undefined) return { text: wanted };
  const sample = foreignLines(bytes);
  const possible = encodings.flatMap((encoding) => {
    const text = decoded(sample, encoding);
    return text === undefined ? [] : [{ encoding, text, words: foreignWords(text) }];
  });
  const sensible = possible.filter(({ words }) => words.every(isWord));
  const candidates = (sensible.length > 0 ? sensible : possible).filter(
    ({ text }, index, all) => all.findIndex((each) => each.text === text) === index,
  );
  const only = sensible.length > 0 && candidates.length === 1 ? candidates[0] : undefined;
  const text = only && decoded(bytes, only.encoding);
  if (only !== undefined && text !== undefined) return { text };
  return {
    readings: candidates.map(({ encoding, words }) => ({
      encoding,
      words: words.slice(0, wordsShown).map(shortened).join(", "),
    })),
  };
}

const wordsShown = 4;

/** As much of a file as its encoding is found by. */
const sampleBytes = 200_000;

/** The first lines that are not all ASCII; no encoding has a line break as a part of a letter. */
function foreignLines(bytes: Uint8Array): Uint8Array {
  const lines: number[] = [];
  let start = 0;
  let isForeign = false;
  for (const [index, byte] of bytes.entries()) {
    if (byte > 127) isForeign = true;
    if (byte !== 10 && byte !== 13 && index < bytes.length - 1) continue;
    if (isForeign) lines.push(...bytes.subarray(start, Math.min(index + 1, start + 10_000)));
    if (lines.length > sampleBytes) break;
    start = index + 1;
    isForeign = false;
  }
  return Uint8Array.from(lines);
}

/** Without a mark, the zero beside the first character says it: each name of a column is in ASCII. */
function utf16Of([first, second]: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return "utf-16be";
  return undefined;
}

function decoded(bytes: Uint8Array, encoding: Encoding | "utf-8"): string | undefined {
  if (encoding === "cp850") return fromCp850(bytes);
  try {
    // Drops a byte order mark, too.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** What "CSV (MS-DOS)" is in western Europe; browsers and Node.js have no decoder of it. */
const upperHalfOfCp850 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤" +
  "ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0";

const cp850 = Uint16Array.from({ length: 256 }, (_, byte) =>
  byte < 128 ? byte : upperHalfOfCp850.charCodeAt(byte - 128),
);

function fromCp850(bytes: Uint8Array): string {
  return new TextDecoder("utf-16le").decode(Uint16Array.from(bytes, (byte) => cp850[byte] ?? 0));
}

/** Each word once that has a letter beyond ASCII. */
function foreignWords(text: string): string[] {
  const words = text.match(/[A-Za-z'\u0080-\uffff-]+/g) ?? [];
  return [...new Set(words.filter((word) => /[\u0080-\uffff]/.test(word)))];
}

const scripts = [
  String.raw`(?![ªº\ufb00-\ufb06])\p{Script=Latin}`,
  String.raw`\p{Script=Cyrillic}`,
  String.raw`\p{Script=Arabic}`,
  // Japanese, with initials such as those of "A館" and without the half-width letters.
  String.raw`[A-Z\u3000-\u30ff\u4e00-\u9fff\uff01-\uff5e]`,
  String.raw`[\uff61-\uff9f]`,
].map((letter) => {
  const word = `${letter}+(?:[-'’·]${letter}+)*`;
  return new RegExp(String.raw`^[„“‚‘«‹¿¡\xa0–—'-]*(?:${word})?[“”’‘»›…°€\xa0–—'-]*$`, "u");
});

const longestWord = 100;

/** False for letters of two scripts, for signs inside a word, and for a capital after small letters. */
function isWord(text: string): boolean {
  if (text.length > longestWord) return false;
  const hasLateCapital = /\p{Ll}/u.test(text) && /(?<=\p{L})(?![A-Z])\p{Lu}/u.test(text);
  return !hasLateCapital && scripts.some((script) => script.test(text));
}
