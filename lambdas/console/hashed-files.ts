import { readFileSync } from "node:fs";
import * as z from "zod";
import type { HashedFile } from "../functions/console.ts";

const HashedFiles = z.record(z.string(), z.object({ name: z.string(), integrity: z.string() }));

/** The name, the path and the integrity of a file that was built with a hash in its name. */
export interface BuiltFile {
  name: string;
  path: string;
  integrity: string;
}

export type FileOf = (file: HashedFile) => BuiltFile;

/** Reads the list that the build wrote into the function's folder. */
export function hashedFilesBeside(moduleUrl: string): FileOf {
  const json = readFileSync(new URL("hashed-files.json", moduleUrl), "utf8");
  const files = HashedFiles.parse(JSON.parse(json));
  return (file) => {
    const built = files[file];
    if (built === undefined) throw new Error(`${file} was not built`);
    return { ...built, path: `/assets/${built.name}` };
  };
}
