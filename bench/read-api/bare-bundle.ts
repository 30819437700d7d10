import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { bundleOptions } from "../../lib/platform/bundle.ts";

/** Runs `use` with the path of one of these, bundled as this service bundles its functions. */
export async function withBare<Result>(
  name: "bare-client" | "bare-get-item" | "bare-get-counter",
  use: (file: string) => Promise<Result>,
): Promise<Result> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "counting-bench-bare-"));
  const entryPoints = [join(import.meta.dirname, `${name}.ts`)];
  await build({ ...bundleOptions, entryPoints, outdir: folder.path, entryNames: "index" });
  return await use(join(folder.path, "index.mjs"));
}
