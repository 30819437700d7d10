import { expect, test } from "vitest";
import { escapeControls, escapeForJson } from "../../../../bin/ops/terminal/escape-controls.ts";

// What clears a screen, line separators, and what turns the direction of the text around it.
const unsafe = "a\u001b[2J\u007f\u0085\u009b\u2028\u2029\u202a\u202e\u2066\u2069b";

test("text for people shows each unsafe character as its number", () => {
  expect(escapeControls(unsafe)).toBe(
    "a\\u{1b}[2J\\u{7f}\\u{85}\\u{9b}\\u{2028}\\u{2029}\\u{202a}\\u{202e}\\u{2066}\\u{2069}b",
  );
});

test("JSON has none of them, and says the same", () => {
  const json = escapeForJson(JSON.stringify({ [unsafe]: unsafe }));
  expect(json).toMatch(/^[ -~]*$/);
  expect(JSON.parse(json)).toEqual({ [unsafe]: unsafe });
});

test("emoji, accents and other scripts stay as they are", () => {
  const text = "é e\u0301 🚪 👩‍👦 שלום ﷽ \u{10ffff}";
  expect([escapeControls(text), escapeForJson(text)]).toEqual([text, text]);
});
