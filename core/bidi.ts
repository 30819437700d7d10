// Without zod: the counting page loads it.

/**
 * The marks, embeddings, overrides and isolates of Unicode's bidirectional algorithm. A name may have
 * them, and keeps them.
 */
const controls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text without characters that change the direction of neighbouring text: for places that cannot
 * isolate it with <bdi>, such as the title of a window, a sentence of the service or a file's name.
 */
export function withoutBidiControls(text: string): string {
  return text.replace(controls, "");
}
