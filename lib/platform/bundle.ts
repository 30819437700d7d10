import { hash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { type BuildOptions, build, type OutputFile } from "esbuild";
import { hashedFiles } from "../../lambdas/functions/console.ts";
import type { FunctionDefinition } from "../../lambdas/functions/definition.ts";
import { allFunctions } from "../../lambdas/functions/functions.ts";
import { buildDocs } from "../docs-site/build-docs.ts";
import { buildTargets } from "./browser-floor.ts";
import { assetsFolder, buildStamp, sourcesHash } from "./built-functions.ts";
import { buildConsoleApp } from "./console-app.ts";

const root = join(import.meta.dirname, "..", "..");

// Some dependencies are CommonJS and call require for Node's own modules; ES modules have none.
const requireForCommonJs =
  'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

/** How esbuild bundles each function. */
export const bundleOptions = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  platform: "node",
  target: "node24",
  format: "esm",
  // What is imported dynamically is a file of its own; in one file, what both parts need loads more slowly.
  splitting: true,
  outExtension: { ".js": ".mjs" },
  mainFields: ["module", "main"],
  alias: { "@aws-sdk/credential-provider-node": "./adapters/aws/lambda-credentials.ts" },
  legalComments: "none",
  banner: { js: requireForCommonJs },
  logLevel: "warning",
} satisfies BuildOptions;

/** Builds every function as ES modules, with its assets; about 3 s for all. */
export async function bundleFunctions(): Promise<void> {
  // Before the sources are read: one that changes meanwhile is built again the next time.
  const builtFrom = sourcesHash();
  await Promise.all([
    ...allFunctions.map(bundleModules),
    ...allFunctions.map(bundleAssets),
    bundleHashedFiles(),
    bundleDocs(),
  ]);
  removeOthers(assetsFolder, new Set(allFunctions.map(({ name }) => name)));
  buildStamp.set(builtFrom);
}

/** Builds a function's modules: `index.mjs`, and those that it imports. */
async function bundleModules({ name, folder }: FunctionDefinition): Promise<void> {
  const outdir = join(assetsFolder, name);
  const entryPoints = { index: `lambdas/${folder}/${name}.ts` };
  const { outputFiles } = await build({ ...bundleOptions, write: false, entryPoints, outdir });
  write(outputFiles);
  const built = new Set(outputFiles.map(({ path }) => basename(path)));
  for (const file of readdirSync(outdir)) {
    if (file.endsWith(".mjs") && !built.has(file)) rmSync(join(outdir, file), { force: true });
  }
}

/** Builds what a function serves to browsers. */
async function bundleAssets({ name, folder, assets }: FunctionDefinition): Promise<void> {
  if (assets === undefined) return;
  const { outputFiles } = await build({
    ...browserOptions,
    target: buildTargets(folder === "embeds" ? "live" : "people"),
    // esbuild takes a rare fault of Safari 14.0 with names that are used before they are defined for a lack.
    supported: { destructuring: true },
    entryPoints: assets.map((file) => `web/${file}`),
    outdir: join(assetsFolder, name),
    entryNames: "[name]",
  });
  write(outputFiles);
}

const browserOptions = {
  absWorkingDir: root,
  write: false,
  bundle: true,
  minify: true,
  format: "iife",
  loader: { ".ico": "copy", ".png": "copy", ".txt": "copy" },
  legalComments: "none",
  logLevel: "warning",
} satisfies BuildOptions;

/** Builds the docs, with marks where the function fills in the URLs of its deployment. */
async function bundleDocs(): Promise<void> {
  const placeholders = ["api_url", "base_url", "console_url"].map((name) => [name, `{{${name}}}`]);
  const urls = Object.fromEntries(placeholders);
  const docs = await buildDocs({ links: "site", urls });
  for (const { name, hasDocs } of allFunctions) {
    if (!hasDocs) continue;
    const folder = join(assetsFolder, name, "docs");
    write(
      docs.map(({ path, contents }) => ({
        path: join(folder, path),
        contents: Buffer.from(contents),
      })),
    );
    const paths = new Set(docs.map(({ path }) => join(folder, path)));
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && !paths.has(path)) rmSync(path, { force: true });
    }
  }
}

interface HashedOutput {
  /** By the path in web/: the name, and the integrity in a page that loads the file. */
  list: Record<string, { name: string; integrity: string }>;
  files: { name: string; contents: Uint8Array }[];
}

/** Builds the files that have a hash of their content in their names, and the list of them. */
async function bundleHashedFiles(): Promise<void> {
  const { list, files } = await hashedOutput();
  for (const { name, hashedFiles: has } of allFunctions) {
    if (has === undefined) continue;
    const folder = join(assetsFolder, name);
    const served = has === "files" ? files : [];
    write([
      { path: join(folder, "hashed-files.json"), contents: Buffer.from(JSON.stringify(list)) },
      ...served.map(({ name, contents }) => ({ path: join(folder, "assets", name), contents })),
    ]);
    removeOthers(join(folder, "assets"), new Set(served.map(({ name }) => name)));
  }
}

async function hashedOutput(): Promise<HashedOutput> {
  const [{ outputFiles, metafile }, app] = await Promise.all([
    build({
      ...browserOptions,
      target: buildTargets("people"),
      entryPoints: hashedFiles.map((file) => `web/${file}`),
      outdir: join(assetsFolder, "assets"),
      entryNames: "[name]-[hash]",
      metafile: true,
    }),
    buildConsoleApp(),
  ]);
  const files = [
    ...outputFiles.map(({ path, contents }) => ({ name: basename(path), contents })),
    ...app.files,
  ];
  const names = Object.entries(metafile.outputs).map(([output, { entryPoint, inputs }]) => {
    // A file that is copied is nobody's entry point, but its only input.
    const source = entryPoint ?? Object.keys(inputs)[0] ?? "";
    return [source.replace(/^web\//, ""), basename(output)] as const;
  });
  const contents = new Map(files.map((file) => [file.name, file.contents]));
  const list = [
    ...names,
    ["console/main.tsx", app.script] as const,
    ["console/main.css", app.style] as const,
  ].map(([source, name]) => {
    const integrity = `sha384-${hash("sha384", contents.get(name) ?? "", "base64")}`;
    return [source, { name, integrity }] as const;
  });
  return { list: Object.fromEntries(list), files };
}

/** What earlier builds left: files that nobody asks for any more would be deployed forever. */
function removeOthers(folder: string, names: Set<string>): void {
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder)) {
    if (!names.has(file)) rmSync(join(folder, file), { force: true, recursive: true });
  }
}

/** Two programs may build at once, while a third reads: it sees a whole file, old or new. */
function write(files: Pick<OutputFile, "path" | "contents">[]): void {
  for (const { path, contents } of files) {
    if (existsSync(path) && readFileSync(path).equals(contents)) continue;
    // Also for another program that builds: what it has written may not be whole any more.
    buildStamp.clear();
    mkdirSync(dirname(path), { recursive: true });
    // Outside the function's folder, all of which is deployed.
    const draft = join(assetsFolder, "..", `${basename(dirname(path))}-${process.pid}.draft`);
    writeFileSync(draft, contents);
    renameSync(draft, path);
  }
}
