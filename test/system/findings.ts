import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findingsFile } from "../../local/runtime-events.ts";

/**
 * Throws with the findings of the service's run, each once and with its number: what its functions
 * did that would go wrong on AWS.
 */
export function failOnFindings(dataDir: string): void {
  const file = join(dataDir, findingsFile);
  if (!existsSync(file)) return;
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const found = [...Map.groupBy(lines, (line) => line)];
  const list = found.map(([line, { length }]) => `- ${line} (${length}×)`).join("\n");
  throw new Error(`On AWS this would have gone wrong during the tests:\n${list}`);
}
