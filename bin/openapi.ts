import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openapiDocument } from "../api/public/document.ts";

const file = join(import.meta.dirname, "..", "docs", "integrators", "openapi.json");
const current = `${JSON.stringify(openapiDocument(), null, 2)}\n`;

if (!process.argv.includes("--check")) {
  writeFileSync(file, current);
  console.log("docs/integrators/openapi.json is up to date");
} else if (readFileSync(file, "utf8") !== current) {
  console.error("docs/integrators/openapi.json is out of date; update it with: npm run openapi");
  process.exitCode = 1;
}
