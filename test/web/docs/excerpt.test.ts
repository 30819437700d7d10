import { expect, test } from "vitest";
import { excerpt, type marked } from "../../../web/docs/excerpt.ts";

const written = (pieces: ReturnType<typeof marked>) =>
  pieces.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join("");

const long = `${"before the word ".repeat(20)}the X-Service-Signature of it ${"and after it ".repeat(20)}`;

test("a result shows whole words around the first that was found, and marks it", () => {
  const shown = written(excerpt(long, ["signature"]));
  expect(shown).toContain("the X-Service-[Signature] of it and");
  expect(shown).toMatch(/^… (before|the|word) .* (and|after|it) …$/);
  expect(shown.length).toBeLessThan(150);
});

test.each([
  ["Short, with a signature.", ["signature"], "Short, with a [signature]."],
  ["No such word here", ["signature"], "No such word here"],
  ["Nachricht für Äpfel", ["äpfel"], "Nachricht für [Äpfel]"],
  ["", ["signature"], ""],
])("of %o the whole is shown", (text, words, shown) => {
  expect(written(excerpt(text, words))).toBe(shown);
});

test("the word that was found is shown although what follows it is one long word", () => {
  const text = `${"before ".repeat(30)}signature ${"x".repeat(300)}`;
  expect(written(excerpt(text, ["signature"]))).toContain("[signature]");
});
