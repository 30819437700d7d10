import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { bundleOptions } from "../../lib/platform/bundle.ts";

const handler = (name: string) => ({ entryPoints: [join(import.meta.dirname, `${name}.ts`)] });

const entries = {
  "bare-client": handler("bare-client"),
  "bare-get-item": handler("bare-get-item"),
  "bare-get-counter": handler("bare-get-counter"),
} satisfies Record<string, BuildOptions>;

/** Runs `use` with the path of one of these, bundled as this service bundles its functions. */
export async function withBare<Result>(
  name: keyof typeof entries,
  use: (file: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "counting-bench-bare-"));
  try {
    await build({ ...bundleOptions, ...entries[name], outdir: folder, entryNames: "index" });
    return await use(join(folder, "index.mjs"));
  } finally {
    await rm(folder, { recursive: true });
  }
}
