import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const source = globSync("web/console/**/*.{ts,tsx}")
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

/** Names as they are written, and "*" for what is known only when it runs. */
const parts = (key: string) =>
  key.split(",").map((part) => /^\s*"(.+)"\s*$/.exec(part)?.[1] ?? "*");
const found = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, key = ""]) => key);

const readAgain = /(?:invalidate|refetch)Queries\(\{\s*queryKey: \[([^\]]+)\]/g;
const reloaded = [
  ...found(readAgain).map(parts),
  ...found(/\breload\(([^)]+)\)/g).flatMap((names) => parts(names).map((name) => ["*", name])),
];
const keys = [
  ...source
    .replace(readAgain, "")
    .matchAll(/(?:\bqueryKey(?:: | = )|Key\([^)]*\)[^{]*\{\s*return )\[([^\]]+)\]/g),
].map(([, key = ""]) => parts(key));

test("what is to be read again has a name that a query has, in its place", () => {
  const isOfSome = (names: string[]) =>
    keys.some((key) => names.every((name, at) => key[at] === name || (name === "*" && key[at])));
  expect(reloaded.length).toBeGreaterThan(20);
  expect(reloaded.filter((names) => !isOfSome(names))).toEqual([]);
});
