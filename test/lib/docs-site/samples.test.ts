import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { referencePages } from "../../../lib/docs-site/reference.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const folder = join(root, "lib", "docs-site", "samples");
const files = globSync("*.{js,py}", { cwd: folder }).sort();

test("each operation that needs a key and each event has samples in JavaScript and Python", () => {
  for (const { path, markdown, samples = "" } of referencePages(root)) {
    if (path === "reference" || markdown.includes("No key is needed.")) continue;
    expect(samples, path).toContain("```js JavaScript");
    expect(samples, path).toContain("```python Python");
    expect(samples, path).not.toContain("{counterId}");
  }
});

test.each(files.filter((file) => file.endsWith(".js")))("%s is JavaScript", (file) => {
  const input = readFileSync(join(folder, file), "utf8");
  const args = ["--check", "--input-type=module", "-"];
  const { status, stderr } = spawnSync(process.execPath, args, { input, encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
});

test("the samples have no secret of their own", () => {
  for (const file of files) {
    expect(readFileSync(join(folder, file), "utf8"), file).not.toMatch(/cs_live_|whsec_/);
  }
});
