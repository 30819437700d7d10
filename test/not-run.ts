import { spawnSync } from "node:child_process";

/**
 * What the name of a test begins with where its tool is not installed, for `skipIf`; otherwise "".
 * It is also said once on stderr, since a run does not print the names of what it skips.
 */
export function notRunWithout(tool: "curl" | "openssl" | "python3", what: string): string {
  const version = tool === "openssl" ? "version" : "--version";
  if (spawnSync(tool, [version]).status === 0) return "";
  const notRun = `NOT RUN, ${tool} is not installed: `;
  console.warn(`${what} was ${notRun}nothing is known about it.`);
  return notRun;
}
