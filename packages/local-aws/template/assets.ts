import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";

const AssetManifest = z.object({
  files: z.record(z.string(), z.object({ source: z.object({ path: z.string() }) })),
});

/**
 * The file or folder of an asset, by the hash that names it; undefined for one that the manifest beside
 * the template does not have.
 */
export function assetPath(hash: string | undefined, templateFile: string): string | undefined {
  const manifestFile = templateFile.replace(/\.template\.json$/, ".assets.json");
  if (!hash || !existsSync(manifestFile)) return undefined;
  const manifest = AssetManifest.parse(JSON.parse(readFileSync(manifestFile, "utf8")));
  const path = manifest.files[hash]?.source.path;
  return path && join(dirname(templateFile), path);
}
