import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Command } from "commander";
import { buildDocs } from "../lib/docs-site/build-docs.ts";

interface Options {
  out: string;
  baseUrl?: string;
  apiUrl?: string;
}

const { out, baseUrl, apiUrl } = new Command("npm run docs:site --")
  .description("Writes the docs as a folder of static files, which any host serves at any path.")
  .requiredOption("--out <folder>", "where to write; files of other names stay")
  .option("--base-url <url>", "the site of your deployment, in place of {base_url}")
  .option("--api-url <url>", "its read API, in place of {api_url}")
  .parse()
  .opts<Options>();

const urls = { base_url: baseUrl?.replace(/\/$/, ""), api_url: apiUrl?.replace(/\/$/, "") };
const files = await buildDocs({ links: "folder", urls });
for (const { path, contents } of files) {
  const file = join(resolve(out), path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, contents);
}
console.log(`${files.length} files in ${out}; begin at index.html`);
