import fc from "fast-check";

const surrogates = { first: 0xd800, count: 0x800 };

/**
 * Any character of Unicode, as a unit of strings: what `unit: "binary"` is, without the second that
 * each process takes to build fast-check's table of them.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - surrogates.count })
  .map(characterAt, indexOf);

function characterAt(index: number): string {
  return String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count);
}

/** Throws where there is no such character, as fast-check expects it. */
function indexOf(character: unknown): number {
  const code = typeof character === "string" ? character.codePointAt(0) : undefined;
  const index = code === undefined || code < surrogates.first ? code : code - surrogates.count;
  if (index === undefined || characterAt(index) !== character) throw new Error("no character");
  return index;
}
