import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { type BuildOptions, build } from "esbuild";

const root = join(import.meta.dirname, "..");

/** Where the built functions lie, a folder each. */
export const assetsFolder = join(root, "dist", "lambdas");

// Some dependencies are CommonJS and require Node's own modules, which an ES module has no word for.
const requireForCommonJs =
  'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

const notFunctions = ["contract.ts", "environment.ts"];

/** How esbuild bundles each function. */
export const bundleOptions = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  platform: "node",
  target: "node24",
  format: "esm",
  mainFields: ["module", "main"],
  alias: { "@aws-sdk/credential-provider-node": "./adapters/lambda-credentials.ts" },
  legalComments: "none",
  banner: { js: requireForCommonJs },
  logLevel: "warning",
} satisfies BuildOptions;

/** Builds every function of lambdas/ as one ES module; about 0.3 s for all. */
export async function bundleFunctions(): Promise<void> {
  const sources = readdirSync(join(root, "lambdas"), { withFileTypes: true })
    .filter((entry) => entry.isFile() && !notFunctions.includes(entry.name))
    .map(({ name }) => basename(name, ".ts"));
  await build({
    ...bundleOptions,
    entryPoints: sources.map((name) => ({ in: `lambdas/${name}.ts`, out: `${name}/index` })),
    outdir: assetsFolder,
    outExtension: { ".js": ".mjs" },
  });
  await bundleLiveView();
}

/** Builds script and style of the live view into the folder of the function that serves them. */
async function bundleLiveView(): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: ["site/live-view.ts", "site/live-view.css"],
    outdir: join(assetsFolder, "show-embed"),
    bundle: true,
    minify: true,
    format: "iife",
    // Browsers of the last five years, and what still hangs on walls.
    target: ["chrome94", "firefox93", "safari15"],
    legalComments: "none",
    logLevel: "warning",
  });
}
