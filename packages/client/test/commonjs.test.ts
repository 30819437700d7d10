import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, inject, test } from "vitest";

const installed = inject("clientPackage");
const require = createRequire(join(installed, "..", "..", "program.cjs"));

test("the package can be required, as CommonJS for what cannot require other modules", () => {
  for (const [name, value] of [
    ["counting-client", "CountingClient"],
    ["counting-client/file-store", "fileStore"],
  ] as const) {
    expect(require(name)).toHaveProperty(value, expect.any(Function));
    expect(readFileSync(require.resolve(name), "utf8")).toMatch(/^"use strict"/);
  }
});

test("declarations name one another so that older versions of TypeScript find them", () => {
  const files = globSync("dist/**/*.d.ts", { cwd: installed });
  expect(files).toContain("dist/commonjs/file-store/file-store.d.ts");
  const wrong = files.filter((file) =>
    /["']\.[^"']*\.ts["']/.test(readFileSync(join(installed, file), "utf8")),
  );
  expect(wrong).toEqual([]);
});
