import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type DecisionFile, docsFolder, generatedPages, readDecisions } from "../../bin/docs.ts";

const decisions = readDecisions();

test.each(generatedPages)("docs/$file is up to date", ({ file, write }) => {
  const current = readFileSync(join(docsFolder, file), "utf8") === write();
  expect(current, `update docs/${file} with: npm run docs`).toBe(true);
});

test("no two decisions have the same number", () => {
  const numbers = decisions.map(({ number }) => number);
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  expect(numbers.length).toBeGreaterThan(20);
});

test("at most 45 decisions bind", () => {
  expect(decisions.length).toBeLessThanOrEqual(45);
});

test("a decision's file is named after its number and title", () => {
  const misnamed = decisions.map((decision) => [decision.file, expectedName(decision)]);
  expect(misnamed.filter(([file, expected]) => file !== expected)).toEqual([]);
});

test("a decision has a choice, a reason, and what would reverse it", () => {
  const needed = ["Choice", "Reason", "Reversed by"];
  const incomplete = decisions.filter(
    ({ body }) =>
      headings(body)
        .filter((heading) => needed.includes(heading))
        .join() !== needed.join(),
  );
  expect(incomplete.map(({ file }) => file)).toEqual([]);
});

test("a decision has no headings of its own", () => {
  const known = ["Choice", "Reason", "Passed over", "Remaining gap", "Not verified", "Reversed by"];
  const unknown = decisions.flatMap(({ file, body }) =>
    headings(body)
      .filter((heading) => !known.includes(heading))
      .map((heading) => `${file}: ${heading}`),
  );
  expect(unknown).toEqual([]);
});

test("a decision has at most 250 words", () => {
  const long = decisions.filter(({ body }) => words(body) > 250);
  expect(long.map(({ file, body }) => `${file}: ${words(body)}`)).toEqual([]);
});

function expectedName({ number, title }: DecisionFile): string {
  const words = title.toLowerCase().replace(/[^a-z0-9 -]/g, "");
  return `${number.padStart(4, "0")}-${words.replace(/[ -]+/g, "-")}.md`;
}

/** A link counts as its text. */
function words(body: string): number {
  const shown = body.replace(/\]\([^)]*\)/g, "]");
  return shown.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

function headings(body: string): string[] {
  return [...body.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading);
}
