import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type RecordedCall, readCalls } from "local-aws";

/** Where the newest `npm run test:all` left what was asked of IAM. */
const folder = join("dist", "aws-calls");
const templateName = "template.json";

/** Whether Vitest runs all tests, as `npm run test:all` does: fewer do not show what is unneeded. */
export const isWholeRun = (args: readonly string[], tier: string | undefined) =>
  tier === "all" && args.join(" ") === "run";

/** Keeps the calls that a local service recorded, and the template that it ran. */
export function keepForGrants(recorded: string, templateFile: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(recorded, folder, { recursive: true });
  cpSync(templateFile, join(folder, templateName));
}

/** The calls and the template; throws if no tests have run. */
export function keptCalls(): { calls: RecordedCall[]; template: unknown } {
  if (!existsSync(join(folder, templateName))) {
    throw new Error("There are no recorded calls. Run `npm run test:all` first.");
  }
  const template: unknown = JSON.parse(readFileSync(join(folder, templateName), "utf8"));
  return { calls: readCalls(folder), template };
}
