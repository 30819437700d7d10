import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";

const dist = join(inject("clientPackage"), "dist");
const read = (file: string) =>
  readFileSync(join(dist, file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");

/** The declarations of all files, by their names. */
const declarations = new Map(
  globSync("**/*.d.ts", { cwd: dist }).flatMap((file) =>
    read(file)
      .split(/^(?=export )/m)
      .flatMap((text) => {
        const [, name] = /^export (?:declare )?(?:\w+ )+?(\w+)\b(?=[ <(:=])/.exec(text) ?? [];
        return name === undefined ? [] : [[name, text] as const];
      }),
  ),
);

test("every type that a public signature names is exported", () => {
  const inBraces = read("index.d.ts").matchAll(/\{([^}]*)\}/g);
  const names = [...inBraces].flatMap(([, list = ""]) => list.match(/\w+(?=\s*(?:,|$))/g) ?? []);
  const ofFileStore = read("file-store/file-store.d.ts").matchAll(/^export .*? (\w+)[<(]/gm);
  const exported = new Set([...names, ...[...ofFileStore].map(([, name]) => name ?? "")]);
  expect(exported).toContain("FileStoreOptions");
  const missing = [...exported].flatMap((name) => {
    const text = declarations.get(name);
    expect(text, name).toBeDefined();
    const mentioned = new Set(text?.match(/\b[A-Z]\w+/g));
    return [...mentioned].filter((one) => declarations.has(one) && !exported.has(one));
  });
  expect(missing).toEqual([]);
});
