// Control characters control the terminal; line separators and bidirectional embeddings would
// change what is shown around the text.
const controls = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

/** Text from outside that is safe on a terminal: controls are shown as `\u{1b}`. */
export function escapeControls(text: string): string {
  return text.replace(controls, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** The same JSON, with those of these characters escaped that JSON lets stand. */
export function escapeForJson(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
