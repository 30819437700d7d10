import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "..", "..");

/** Where the built functions are, a folder each. */
export const assetsFolder = join(root, "dist", "lambdas");

/** What built functions depend on: sources, how they are built, and the packages installed. */
const sources = [
  ...["adapters", "core", "lambdas", "lib/docs-site", "lib/platform", "web"],
  ...["package-lock.json", "node_modules/.package-lock.json"],
  // The docs, and the clients that they offer.
  ...["docs", ...globSync(["*.md", "packages/*/README.md"], { cwd: root })],
  ...["packages/client/src", "packages/client/build.ts", "packages/client/package.json"],
  "packages/client-python/counting_client.py",
];

/** SHA-256 of the names and the contents of all sources, in hexadecimal; about 0.1 s. */
export function sourcesHash(): string {
  const hash = createHash("sha256").update(process.version);
  for (const file of sources.flatMap(filesIn)) {
    hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

function filesIn(source: string): string[] {
  const path = join(root, source);
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
}

const stampFile = `${assetsFolder}.built-from`;

/** Says which sources the functions were built from. */
export const buildStamp = {
  holds: (hash: string): boolean =>
    existsSync(stampFile) && readFileSync(stampFile, "utf8") === hash,
  set: (hash: string): void => writeFileSync(stampFile, hash),
  /** Before anything in the folder changes. */
  clear: (): void => rmSync(stampFile, { force: true }),
};
