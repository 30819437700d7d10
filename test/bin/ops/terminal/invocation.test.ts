import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type Environment,
  hint,
  rememberTarget,
  withInvocation,
} from "../../../../bin/ops/terminal/invocation.ts";

describe("a hint", () => {
  test.each([
    ["by npx", { COUNTING_COMMAND: "npx counting", npm_lifecycle_event: "npx" }, "npx counting"],
    ["by npm run", { npm_lifecycle_event: "ops" }, "npm run --silent ops --"],
    ["by another npm script", { npm_lifecycle_event: "start" }, "npx counting"],
    ["as a program", {}, "npx counting"],
  ])("begins as the command line was called: %s", (_, environment, command) => {
    called(environment, () => expect(hint("org list")).toBe(`${command} org list`));
  });

  test("is quoted and names the same service", () => {
    called({}, () => {
      rememberTarget(["--local", "--data-dir", "it's mine"]);
      expect(hint("counter create", "--name", "North gate")).toBe(
        "npx counting counter create --name 'North gate' --local --data-dir 'it'\\''s mine'",
      );
    });
  });
});

function called(env: Environment, work: () => void): void {
  const { stdin, stdout, stderr } = process;
  withInvocation([], { env, stdin, stdout, stderr, on() {} }, work);
}

test("no message names a verb without the rest of its command", () => {
  const folder = join(import.meta.dirname, "..", "..", "..", "..", "bin", "ops");
  const sources = globSync("**/*.ts", { cwd: folder }).map((file) => ({
    file,
    text: readFileSync(join(folder, file), "utf8"),
  }));
  const verbs = new Set(
    sources.flatMap(({ text }) =>
      [...text.matchAll(/\bname: "([a-z-]+)"/g)].map(([, name]) => name),
    ),
  );
  const nouns = "org|key|member|invitation|gate|audit|counter|embed|endpoint|delivery|dead-letter";
  const bare = new RegExp(`\\b(?:${nouns}) (?:${[...verbs].join("|")})\\b.*`, "g");
  const found = sources.flatMap(({ file, text }) =>
    [...withoutWholeCommands(text).matchAll(bare)].map(([line]) => `${file}: ${line}`),
  );
  expect(verbs.size).toBeGreaterThan(10);
  expect(found).toEqual([]);
});

/** Without examples, hints, comments, and what follows the name of the program. */
function withoutWholeCommands(source: string): string {
  return source
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
    .replace(/\bexample:\s*(?:"[^"\n]*"|'[^'\n]*'|`[^`]*`)/g, "")
    .replace(/\bhint\(\s*"[^"]*"/g, "")
    .replace(/calledAs\(\)\} [a-z -]+/g, "");
}
