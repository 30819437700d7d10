import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openapiDocument } from "../api/public/document.ts";
import { eventSchemas, eventSchemaVersion } from "../api/public/event-schemas.ts";
import { vectors } from "../api/public/vectors/vectors.ts";

const folder = join(import.meta.dirname, "..", "docs", "integrators");

/** What programs read: the description, the schemas of the events, and test vectors for receivers. */
const files: [path: string, content: object][] = [
  ["openapi.json", openapiDocument()],
  ...Object.entries(eventSchemas()).map(([type, schema]): [string, object] => [
    `schemas/${eventSchemaVersion}/${type}.json`,
    schema,
  ]),
  ...Object.entries(vectors).map(([name, content]): [string, object] => [
    `vectors/${name}.json`,
    content,
  ]),
];

const isCheck = process.argv.includes("--check");
for (const [path, content] of files) {
  const file = join(folder, path);
  const current = `${JSON.stringify(content, null, 2)}\n`;
  if (!isCheck) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, current);
    console.log(`docs/integrators/${path} is up to date`);
  } else if (readFileSync(file, "utf8") !== current) {
    console.error(`docs/integrators/${path} is out of date; update it with: npm run openapi`);
    process.exitCode = 1;
  }
}
