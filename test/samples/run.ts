import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkReceiver } from "./check-receiver.ts";
import { clientPackage } from "./client-package.ts";
import { clientRuntimes } from "./client-runtimes.ts";
import { namedBlocks, sampleReceivers } from "./receivers.ts";
import { recipes } from "./recipes.ts";
import { sheets } from "./sheets.ts";
import { cacheFolder, prepare, type Tool } from "./toolchains.ts";

const root = resolve(import.meta.dirname, "..", "..");
const names = ["webhooks.md", "receivers.md", "recipes.md"];
const guides = names.map((name) => join(root, "docs", "integrators", name));
const recipesGuide = readFileSync(join(root, "docs", "integrators", "recipes.md"), "utf8");
const blocks = namedBlocks(guides);

interface Sample {
  name: string;
  tool: Tool;
  check(): Promise<void>;
}

const receivers = sampleReceivers.map((receiver) => ({
  name: receiver.name,
  tool: receiver.tool,
  check: () => checkReceiver(receiver, { blocks, vectors: bodiesOfVectors() }),
}));
const samples: Sample[] = [
  ...receivers,
  ...clientRuntimes,
  ...clientPackage,
  ...recipes(recipesGuide, blocks),
  ...sheets,
];

const run = sampleReceivers.flatMap(({ files }) => files);
const forgotten = [...namedBlocks(guides.slice(1, 2)).keys()].filter((name) => !run.includes(name));
if (forgotten.length > 0) throw new Error(`of the receivers, nothing runs ${forgotten.join(", ")}`);

const only = process.argv.slice(2).map((word) => word.toLowerCase());
const chosen = samples.filter(
  ({ name }) => only.length === 0 || only.some((word) => name.toLowerCase().includes(word)),
);
console.log(`Packages that only samples need are kept in ${cacheFolder}.`);

const results = { passed: 0, failed: 0, skipped: 0 };
for (const { name, tool, check } of chosen) {
  const toolchain = prepare(tool);
  if (toolchain.result === "missing") {
    results.skipped += 1;
    console.log(`NOT RUN  ${name}: ${toolchain.why}`);
    continue;
  }
  const startedMs = performance.now();
  try {
    await check();
    results.passed += 1;
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
    console.log(`passed   ${name}, with ${toolchain.version}, in ${seconds} s`);
  } catch (error) {
    results.failed += 1;
    console.log(`FAILED   ${name}, with ${toolchain.version}:`);
    console.log(error instanceof Error ? error.message : error);
  }
}
console.log(`${results.passed} passed, ${results.failed} failed, ${results.skipped} skipped`);
process.exitCode = results.failed > 0 || results.passed === 0 ? 1 : 0;

/** What the vectors send that is an event, each with an id of its own; it is signed anew. */
function bodiesOfVectors(): string[] {
  const file = join(root, "docs", "integrators", "vectors", "signatures.json");
  const { cases } = JSON.parse(readFileSync(file, "utf8"));
  const genuine: { body: string }[] = cases.filter((each: { verified: boolean }) => each.verified);
  return genuine.map(({ body }, index) => body.replace(":1042", `:${10_000 + index}`));
}
