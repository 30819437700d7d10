import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { bundleOptions } from "../../lib/platform/bundle.ts";

/** What a bundle is made of, by the paths of its modules; the first match counts. */
const parts: [part: string, paths: RegExp][] = [
  ["AWS SDK", /node_modules\/(@aws-sdk|@smithy|@aws\/|bowser|mnemonist|obliterator)/],
  ["zod", /node_modules\/zod/],
  ["other libraries", /node_modules/],
  ["this service", /./],
];

function partOf(path: string): string {
  return parts.find(([, paths]) => paths.test(path))?.[0] ?? "";
}

/** A function by its folder in lambdas/ and its name. */
export interface Entry {
  folder: string;
  name: string;
}

/** Kilobytes of each part of a function's bundle. */
export async function kilobytesByPart(entry: Entry): Promise<Map<string, number>> {
  const options = { ...bundleOptions, ...outputOf(entry), write: false, metafile: true } as const;
  const outputs = Object.values((await build(options)).metafile.outputs);
  const bytes = new Map<string, number>(parts.map(([part]) => [part, 0]));
  const inputs = outputs.flatMap((output) => Object.entries(output.inputs));
  for (const [path, { bytesInOutput }] of inputs) {
    add(bytes, partOf(path), bytesInOutput / 1_000);
  }
  return bytes;
}

/** The mark before a module's code tells when it begins to run. */
const clock = "globalThis.moduleTimes ??= [];";
const mark = (path: string) => `globalThis.moduleTimes.push([performance.now(), "${path}"]);`;

/** Runs `use` with the path of a function's bundle in which each module is marked. */
export async function withMarked<Result>(
  entry: Entry,
  use: (file: string) => Promise<Result>,
): Promise<Result> {
  const options = { ...bundleOptions, ...outputOf(entry), minify: false, write: false } as const;
  const { outputFiles } = await build(options);
  const folder = await mkdtemp(join(tmpdir(), "counting-bench-marked-"));
  try {
    for (const { path, text } of outputFiles) {
      // esbuild writes the path of each module above its code.
      const marked = text.replace(/^\/\/ (\S+\.m?[jt]s)$/gm, (_, module) => mark(module));
      await writeFile(join(folder, basename(path)), `${clock}\n${marked}\n${mark("end")}\n`);
    }
    return await use(join(folder, "index.mjs"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export type ModuleTimes = [atMs: number, path: string][];

/** Milliseconds of each part of a load that began at `startedMs`. */
export function millisecondsByPart(startedMs: number, times: ModuleTimes): Map<string, number> {
  const spent = new Map<string, number>();
  add(spent, "compiling, and Node.js's own modules", (times[0]?.[0] ?? startedMs) - startedMs);
  for (const [index, [atMs, path]] of times.slice(0, -1).entries()) {
    add(spent, partOf(path), (times[index + 1]?.[0] ?? atMs) - atMs);
  }
  return spent;
}

function outputOf({ folder, name }: Entry) {
  return { entryPoints: { index: `lambdas/${folder}/${name}.ts` }, outdir: "dist" };
}

function add(sums: Map<string, number>, name: string, value: number): void {
  sums.set(name, (sums.get(name) ?? 0) + value);
}
