import { existsSync } from "node:fs";
import { join } from "node:path";
import { allFunctions } from "../../lambdas/functions/functions.ts";
import { assetsFolder, buildStamp, sourcesHash } from "./built-functions.ts";

/** Builds the functions unless they were built from the sources as they are now. */
export async function ensureFunctions(): Promise<void> {
  const complete = allFunctions.every(({ name }) =>
    existsSync(join(assetsFolder, name, "index.mjs")),
  );
  if (complete && buildStamp.holds(sourcesHash())) return;
  // Imported only when needed: loading esbuild and Vite takes as long as this check.
  const { bundleFunctions } = await import("./bundle.ts");
  await bundleFunctions();
}
