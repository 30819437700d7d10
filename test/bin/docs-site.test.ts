// @module-tag all
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "docs-site-"));
afterAll(() => rmSync(folder, { recursive: true }));
const program = join("bin", "docs-site.ts");

test("the docs are written as a folder, with the URLs that were given, and other files stay", () => {
  writeFileSync(join(folder, "CNAME"), "docs.example.com");
  const urls = ["--base-url", "https://site.example.com/", "--api-url", "https://api.example.com"];
  const printed = execFileSync(process.execPath, [program, "--out", folder, ...urls], {
    encoding: "utf8",
  });
  expect(printed).toMatch(/^\d+ files in .+; begin at index\.html\n$/);
  expect(readFileSync(join(folder, "index.html"), "utf8")).toContain(
    "https://api.example.com/api/v1/counters",
  );
  expect(readFileSync(join(folder, "integrators", "contract.md"), "utf8")).toContain(
    "`https://site.example.com/docs`",
  );
  expect(readFileSync(join(folder, "CNAME"), "utf8")).toBe("docs.example.com");
});

test("without --out nothing is written, and the option is named", () => {
  const { status, stderr } = spawnSync(process.execPath, [program], { encoding: "utf8" });
  expect([status, stderr]).toEqual([1, expect.stringContaining("--out <folder>")]);
});
