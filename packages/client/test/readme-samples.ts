import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";

/** A folder with the programs of the README, as they stand there; the package is installed above it. */
export function readmeSamples(): string {
  const clientPackage = inject("clientPackage");
  const samples = join(clientPackage, "..", "..", "samples");
  mkdirSync(samples, { recursive: true });
  const folder = mkdtempSync(join(samples, "readme-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const readme = readFileSync(join(clientPackage, "README.md"), "utf8");
  for (const [, text = "", name = ""] of readme.matchAll(/```js\n(\/\/ (\S+\.mjs)\n[\s\S]*?)```/g))
    writeFileSync(join(folder, name), text);
  return folder;
}
