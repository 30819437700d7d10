import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { readDecisions } from "../../bin/docs.ts";

const root = resolve(import.meta.dirname, "..", "..");
const documents = globSync(["*.md", "{docs,bench}/**/*.md", "packages/*/README.md"], { cwd: root });
const sources = globSync(
  ["*.{ts,json}", "{api,bin,lib,lambdas,core,adapters,web,local,bench,test}/**/*.{ts,tsx,mjs}"],
  { cwd: root },
).concat(globSync("packages/*/{*.ts,[!n]*/**/*.{ts,mjs}}", { cwd: root }));

const contract = "docs/integrators/contract.md";
const runbook = "docs/operators/runbook.md";

test("every relative link of a document leads to a file, and to a heading of it", () => {
  const links = documents.flatMap((from) =>
    [...withoutCode(read(from)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = ""]) => ({ from, to })),
  );
  const broken = links.filter(({ from, to }) => {
    if (/^([a-z]+:|\{base_url\}\/)/.test(to)) return false;
    const [path = "", anchor] = to.split("#");
    const file = path === "" ? from : relative(root, resolve(root, dirname(from), path));
    if (!existsSync(join(root, file))) return true;
    return anchor !== undefined && !anchorsOf(file).includes(anchor);
  });
  expect(broken).toEqual([]);
  expect(links.length).toBeGreaterThan(40);
});

test("every document that code, comments or documents name exists", () => {
  const named = [...sources, ...documents].flatMap((from) =>
    [...read(from).matchAll(/\bdocs\/[\w./-]+\.(?:md|json)\b/g)].map(([to]) => ({ from, to })),
  );
  expect(named.filter(({ to }) => !existsSync(join(root, to)))).toEqual([]);
  expect(named.length).toBeGreaterThan(10);
});

test("every alarm names a heading of the runbook", () => {
  const named = globSync("lib/**/*.ts", { cwd: root }).flatMap((from) =>
    [...read(from).matchAll(/\brunbook: "([^"]+)"/g)].map(([, heading = ""]) => ({
      from,
      heading,
    })),
  );
  const headings = headingsOf(runbook);
  expect(named.filter(({ heading }) => !headings.includes(heading))).toEqual([]);
  expect(named.length).toBeGreaterThan(10);
});

test("the runbook says in at most 120 words, commands apart, what to do about an alarm", () => {
  const lib = globSync("lib/**/*.ts", { cwd: root }).map(read).join("\n");
  const headings = [...lib.matchAll(/(?:\brunbook: |runbook\.md, )"([^"$]+)"/g)].map(
    ([, heading = ""]) => heading,
  );
  const long = [...new Set(headings)]
    .map((heading) => ({ heading, words: wordsBelow(heading) }))
    .filter(({ words }) => words === 0 || words > 120);
  expect(long).toEqual([]);
  expect(new Set(headings).size).toBeGreaterThan(20);
});

test("every heading that a finding of the doctor names exists", () => {
  const named = globSync("core/operations/**/*.ts", { cwd: root }).flatMap((from) =>
    [...read(from).matchAll(/(docs\/operators\/[\w-]+\.md), "([^"$]+)"/g)].map(
      ([, document = "", heading = ""]) => ({ from, document, heading }),
    ),
  );
  expect(named.filter((one) => !headingsOf(one.document).includes(one.heading))).toEqual([]);
  expect(named.length).toBeGreaterThan(5);
});

test("every section of the contract that code or a document cites exists", () => {
  const cited = citations(
    /(?:[Cc]ontract(?:'s)?(?:\.md)?,? \(?|describe\("|error body \()((?:§\d[\d.]*(?:,? (?:to|and) )?(?:, )?)+)/g,
  ).flatMap(({ from, text }) =>
    [...text.matchAll(/§(\d(?:\.\d)?)/g)].map(([, section = ""]) => ({ from, section })),
  );
  const sections = headingsOf(contract).map((heading) => /^\d(\.\d)?/.exec(heading)?.[0]);
  expect(cited.filter(({ section }) => !sections.includes(section))).toEqual([]);
  expect(cited.length).toBeGreaterThan(20);
});

test("every decision that code or a document cites exists", () => {
  const numbers = readDecisions().map(({ number }) => number);
  const cited = citations(/\bdecisions?(?:\s+|\/0*)(\d+(?:(?:, | and |, and )\d+)*)/g).flatMap(
    ({ from, text }) => [...text.matchAll(/\d+/g)].map(([number]) => ({ from, number })),
  );
  expect(cited.filter(({ number }) => !numbers.includes(number))).toEqual([]);
  expect(cited.length).toBeGreaterThan(10);
});

test("the README has at most 1,200 words", () => {
  expect(read("README.md").split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(1_200);
});

test("README, contract and architecture together have at most 8,500 words", () => {
  const words = ["README.md", contract, "docs/maintainers/architecture.md"].map(
    (file) => read(file).split(/\s+/).filter(Boolean).length,
  );
  expect(words.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(8_500);
});

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

function citations(pattern: RegExp): { from: string; text: string }[] {
  return [...sources, ...documents].flatMap((from) =>
    [...read(from).matchAll(pattern)].map(([, text = ""]) => ({ from, text })),
  );
}

function withoutCode(markdown: string): string {
  return markdown.replace(/^( *)```[\s\S]*?^\1```/gm, "").replace(/`[^`\n]*`/g, "");
}

/** Words of the runbook's section: a link counts as its text, and fenced commands do not count. */
function wordsBelow(heading: string): number {
  const text = read(runbook).replace(/^( *)```[\s\S]*?^\1```/gm, "");
  const section = text.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? heading;
  const shown = section.slice(heading.length).replace(/\]\([^)]*\)/g, "]");
  return shown.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Headings as they stand in the text, with the code spans in them. */
function headingsOf(file: string): string[] {
  const text = read(file).replace(/^( *)```[\s\S]*?^\1```/gm, "");
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
}

/** The anchors that GitHub makes of the headings. */
function anchorsOf(file: string): string[] {
  const seen = new Map<string, number>();
  return headingsOf(file).map((heading) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/ /g, "-");
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  });
}
