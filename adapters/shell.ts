import { resolve } from "node:path";

/** Quotes a word for a POSIX shell: a printed command can be pasted. */
export function shellWord(text: string): string {
  if (/^[\w@%+:,./-][\w@%+=:,./-]*$/.test(text)) return text;
  if (!unprintable.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  const escaped = text
    .replace(/[\\']/g, "\\$&")
    .replace(new RegExp(unprintable, "gu"), (character) => bytesOf(character));
  return `$'${escaped}'`;
}

// Escaped, because such characters would not survive a terminal: bash, zsh and ksh read $'…'.
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

function bytesOf(character: string): string {
  const bytes = [...new TextEncoder().encode(character)];
  return bytes.map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
}

/** The path that a person typed, relative to their folder: npm runs scripts in the project's. */
export function callerPath(path: string, variables: { INIT_CWD?: string | undefined }): string {
  return resolve(variables.INIT_CWD ?? "", path);
}
