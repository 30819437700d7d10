import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { shellWord } from "../../adapters/shell.ts";

test.each([
  ["a plain word", "org_0123/x.y:z=1"],
  ["spaces and quotes", `it's "my" folder`],
  ["what a shell expands", "$HOME `id` * ~ ! \\ ; & | <>"],
  ["nothing", ""],
  ["a leading equals sign", "=ls"],
  ["other letters", "Café 日本"],
  ["control characters", "a\nb\u001b[31m'\\c\u202ed"],
])("a shell reads %s back as one word", (_, text) => {
  const printed = execFileSync("bash", ["-c", `printf %s ${shellWord(text)}`], {
    env: { LC_ALL: "C.UTF-8" },
  });
  expect(String(printed)).toBe(text);
});

test("what needs no quotes stands as it is, and nothing unprintable is left", () => {
  expect(shellWord("--data-dir")).toBe("--data-dir");
  expect(shellWord("a\nb\u2028")).toMatch(/^[ -~]+$/);
});
