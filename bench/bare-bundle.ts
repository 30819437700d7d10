import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { bundleOptions } from "../lib/platform/bundle.ts";

/** As this service bundles its functions. */
const slim: BuildOptions = bundleOptions;

/** As any function with the AWS SDK is bundled, with the credential providers that it brings. */
const plain: BuildOptions = { ...slim, alias: {} };

/**
 * Runs `use` with the path of one of the bare-*.ts of this folder, bundled: `plain`, or `slim`, as
 * this service bundles its functions.
 */
export async function withBare<Result>(
  name: "bare-client" | "bare-get-counter",
  options: "plain" | "slim",
  use: (file: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "counting-bench-bare-"));
  try {
    const outfile = join(folder, "index.mjs");
    const chosen = options === "slim" ? slim : plain;
    await build({ ...chosen, entryPoints: [`bench/${name}.ts`], outfile });
    return await use(outfile);
  } finally {
    await rm(folder, { recursive: true });
  }
}
