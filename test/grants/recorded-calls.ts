import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type RecordedCall, readCalls } from "local-aws";

/** Where the newest run of the tests on a local service left what was asked of IAM. */
const folder = join("dist", "aws-calls");
const templateName = "template.json";

/** Keeps the calls that a local service recorded, and the template that it ran. */
export function keepForGrants(recorded: string, templateFile: string): void {
  rmSync(folder, { recursive: true, force: true });
  if (!existsSync(recorded)) return;
  cpSync(recorded, folder, { recursive: true });
  cpSync(templateFile, join(folder, templateName));
}

/** The calls and the template; throws if no tests have run. */
export function keptCalls(): { calls: RecordedCall[]; template: unknown } {
  if (!existsSync(join(folder, templateName))) {
    throw new Error("There are no recorded calls. Run `npm test` first.");
  }
  const template: unknown = JSON.parse(readFileSync(join(folder, templateName), "utf8"));
  return { calls: readCalls(folder), template };
}
