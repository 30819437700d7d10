import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkReceiver } from "./check-receiver.ts";
import { namedBlocks, sampleReceivers } from "./receivers.ts";
import { cacheFolder, prepare, type Tool } from "./toolchains.ts";

const root = resolve(import.meta.dirname, "..", "..");
const guides = ["webhooks.md", "receivers.md"].map((name) => join(root, "docs/integrators", name));
const blocks = namedBlocks(guides);

interface Sample {
  name: string;
  tool: Tool;
  check(): Promise<void>;
}

const samples: Sample[] = sampleReceivers.map((receiver) => ({
  name: receiver.name,
  tool: receiver.tool,
  check: () => checkReceiver(receiver, { blocks, vectors: bodiesOfVectors() }),
}));

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

/** Whatever the vectors have been signed over: the receivers get it signed anew. */
function bodiesOfVectors(): string[] {
  const files = globSync("docs/integrators/vectors/*.json", { cwd: root });
  const bodies = files.flatMap((file) =>
    bodiesIn(JSON.parse(readFileSync(join(root, file), "utf8"))),
  );
  return [...new Set(bodies)];
}

function bodiesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "body" && typeof inner === "string" ? [inner] : bodiesIn(inner),
  );
}
