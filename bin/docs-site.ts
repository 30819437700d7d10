import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Command } from "commander";
import { buildDocs } from "../lib/docs-site/build-docs.ts";

interface Options {
  out: string;
  baseUrl?: string;
  apiUrl?: string;
  consoleUrl?: string;
}

const { out, ...given } = new Command("npm run docs:site --")
  .description("Writes the docs as a folder of static files, which any host serves at any path.")
  .requiredOption("--out <folder>", "where to write; files of other names stay")
  .option("--base-url <url>", "the site of your deployment, in place of {base_url}")
  .option("--api-url <url>", "its read API, in place of {api_url}")
  .option("--console-url <url>", "its console, which each page then links to")
  .parse()
  .opts<Options>();

const [base_url, api_url, console_url] = [given.baseUrl, given.apiUrl, given.consoleUrl].map(
  (url) => url?.replace(/\/$/, ""),
);
const urls = { base_url, api_url, console_url };
const files = await buildDocs({ links: "folder", urls });
for (const { path, contents } of files) {
  const file = join(resolve(out), path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, contents);
}
console.log(`${files.length} files in ${out}; begin at index.html`);
