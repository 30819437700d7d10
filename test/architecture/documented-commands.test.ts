import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { opsProgram } from "../../bin/ops/program.ts";

const root = resolve(import.meta.dirname, "..", "..");

interface Documented {
  document: string;
  line: string;
  noun: string;
  verb: string;
  options: string[];
}

/** The lines of all documents that run a verb of the command line, wherever they stand. */
const commands: Documented[] = globSync(["*.md", "docs/**/*.md"], { cwd: root }).flatMap(
  (document) =>
    [...withoutLineBreaks(document).matchAll(pattern())].map(
      ([line, noun = "", verb = "", rest = ""]) => ({
        document,
        line,
        noun,
        verb,
        options: [...rest.replace(/#.*/, "").matchAll(/(?<= )--[a-z-]+/g)].map(String),
      }),
    ),
);

test("every verb that a document prints exists, with the options that it prints", async () => {
  const { commands: nouns } = await opsProgram();
  const wrong = commands.filter(({ noun, verb, options }) => {
    const found = nouns
      .find((one) => one.name() === noun)
      ?.commands.find((one) => one.name() === verb);
    const known = found?.options.flatMap(({ long }) => long ?? []) ?? [];
    return found === undefined || options.some((option) => !known.includes(option));
  });
  expect(wrong).toEqual([]);
  expect(commands.length).toBeGreaterThan(20);
});

test("every required option of a verb is printed, unless `counting use` keeps a default for it", async () => {
  const { commands: nouns } = await opsProgram();
  const wrong = commands.filter(({ document, noun, verb, options }) => {
    const required = nouns
      .find((one) => one.name() === noun)
      ?.commands.find((one) => one.name() === verb)
      ?.options.filter(({ mandatory, defaultValue }) => mandatory && defaultValue === undefined)
      .flatMap(({ long }) => long ?? []);
    // A document whose commands build on the default says so with `counting use` first.
    const kept = readFileSync(join(root, document), "utf8").includes("npx counting use")
      ? ["--org"]
      : [];
    return required?.some((option) => !options.includes(option) && !kept.includes(option));
  });
  expect(wrong).toEqual([]);
});

test("every npm script that a document prints exists", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const printed = globSync(["*.md", "docs/**/*.md"], { cwd: root }).flatMap((document) =>
    [
      ...readFileSync(join(root, document), "utf8").matchAll(
        /npm run (?:--silent )?([a-z][a-z:-]*[a-z])/g,
      ),
    ].map(([, script = ""]) => ({ document, script })),
  );
  expect(printed.filter(({ script }) => !(script in scripts))).toEqual([]);
  expect(printed.length).toBeGreaterThan(10);
});

/** A document in which each command is on one line. */
function withoutLineBreaks(document: string): string {
  return readFileSync(join(root, document), "utf8").replace(/ \\\n\s+/g, " ");
}

function pattern(): RegExp {
  return /(?:npx counting|npm run --silent ops --) ([a-z][a-z-]*) ([a-z][a-z-]*)([^`\n]*)/g;
}
