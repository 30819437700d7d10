import { expect, test } from "vitest";
import { withoutBidiControls } from "../../core/bidi.ts";

test("characters that turn the direction of text are left out, and nothing else", () => {
  const controls = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069";
  expect(withoutBidiControls(`a${[...controls].join("b")}c 🚪 \u200d שלום`)).toBe(
    "abbbbbbbbbbbc 🚪 \u200d שלום",
  );
});
