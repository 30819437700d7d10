import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { bundleOptions } from "../../lib/platform/bundle.ts";

/** As this service bundles its functions. */
const slim: BuildOptions = bundleOptions;

/** As any function with the AWS SDK is bundled, with the credential providers that it brings. */
const plain: BuildOptions = { ...slim, alias: {} };

const entries: Record<"bare-client" | "bare-get-counter" | "bare-list", BuildOptions> = {
  "bare-client": {
    stdin: {
      contents: `import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
        export const handler = new DynamoDBClient({});`,
      resolveDir: import.meta.dirname,
    },
  },
  "bare-get-counter": { entryPoints: [join(import.meta.dirname, "bare-get-counter.ts")] },
  "bare-list": { entryPoints: [join(import.meta.dirname, "bare-list.ts")] },
};

/**
 * Runs `use` with the path of one of these bundles: `plain`, or `slim`, as this service bundles its
 * functions.
 */
export async function withBare<Result>(
  name: keyof typeof entries,
  options: "plain" | "slim",
  use: (file: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "counting-bench-bare-"));
  try {
    const chosen = options === "slim" ? slim : plain;
    await build({ ...chosen, ...entries[name], outdir: folder, entryNames: "index" });
    return await use(join(folder, "index.mjs"));
  } finally {
    await rm(folder, { recursive: true });
  }
}
