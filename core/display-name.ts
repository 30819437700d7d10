import * as z from "zod";

// Control characters would break terminals, CSV files and log lines; everything else is a name.
const printable = /^\P{Cc}+$/u;

const maximumCharacters = 200;

/** A name that people read: 1 to 200 characters, no control characters, no space at the ends. */
export const DisplayName = nameUpTo(maximumCharacters);

function nameUpTo(characters: number) {
  return z
    .string()
    .refine((name) => name.trim() !== "", "must not be empty")
    .refine((name) => [...name].length <= characters, `must have at most ${characters} characters`)
    .refine((name) => name === name.trim(), "must not begin or end with white space")
    .refine((name) => name === "" || printable.test(name), "must not contain control characters")
    .refine((name) => !/\p{Cs}/u.test(name), "must be well-formed Unicode");
}

// Joiners, marks of direction and the like take no room by themselves, and Braille's blank is blank.
const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u;

/**
 * A name that a person chooses now: it can also be seen. Stored names may be older than this rule,
 * and are parsed without it.
 */
export const NewName = withVisibleCharacter(DisplayName);

/** The same with fewer characters. */
export function newNameUpTo(characters: number) {
  return withVisibleCharacter(nameUpTo(characters));
}

function withVisibleCharacter(name: ReturnType<typeof nameUpTo>) {
  return name.refine(
    (text) => text.trim() === "" || visible.test(text),
    "must have a visible character",
  );
}

/**
 * Text of others as a name that can be shown: without control characters and halves of characters,
 * and not longer than names are. Null when nothing is left that can be seen.
 */
export function displayable(text: string): string | null {
  const printed = text
    .replace(/\p{Cs}/gu, "\uFFFD")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  const name = [...printed].slice(0, maximumCharacters).join("").trim();
  return visible.test(name) ? name : null;
}

/**
 * Whether a person has typed a name as it is stored. Names are stored as they were entered, and a
 * keyboard may compose the same characters in another way: so both are compared in Unicode's form C.
 */
export function isSameName(typed: string, stored: string): boolean {
  return typed.trim().normalize("NFC") === stored.normalize("NFC");
}
