import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const PackageFile = z.object({ version: z.string() });

/** The version of this command line, as in package.json. */
export function ownVersion(): string {
  const file = join(import.meta.dirname, "..", "..", "..", "package.json");
  const text = readFileSync(file, "utf8");
  return PackageFile.parse(JSON.parse(text)).version;
}
