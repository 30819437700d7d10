import { checks, runOf } from "./checks.ts";
import { cacheFolder, engines } from "./engines.ts";

// Every page as it is built, in browsers that other people made; none of them is part of `npm ci`.

// The functions' metrics would fill the report.
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = ((...words: Parameters<typeof write>) =>
  String(words[0]).startsWith('{"_aws"') || write(...words)) as typeof process.stdout.write;

const only = process.argv.slice(2).map((word) => word.toLowerCase());
const isChosen = (text: string) => only.some((word) => text.toLowerCase().includes(word));
console.log(`Chromiums are kept in ${cacheFolder}.`);

const results = { passed: 0, failed: 0 };
for (const engine of engines) {
  for (const check of checks) {
    if (only.length > 0 && !isChosen(`${engine.name} ${check.name}`)) continue;
    const run = runOf(check, engine);
    if (run === undefined) continue;
    const name = `${engine.name}, ${check.name}${run === check.tooOld ? " (too old)" : ""}`;
    try {
      await using page = await engine.launch();
      await run(page);
      results.passed += 1;
      console.log(`passed   ${name}`);
    } catch (error) {
      results.failed += 1;
      console.log(`FAILED   ${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
}
console.log(`${results.passed} passed, ${results.failed} failed`);
process.exit(results.failed > 0 || results.passed === 0 ? 1 : 0);
