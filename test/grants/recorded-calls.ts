import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { nameInArn } from "./policies.ts";

/** Where the newest run of the tests on a local service left what its functions called. */
const folder = join("dist", "aws-calls");
const templateName = "template.json";

/**
 * A call of the AWS SDK, as IAM names it: `dynamodb:GetItem` on the table's name. `*` is a resource
 * that the request does not name, such as the key of what KMS shall decrypt.
 */
export interface Call {
  action: string;
  resource: string;
}

/** Keeps the calls that a local service recorded, and the template that it ran. */
export function keepForGrants(recorded: string, templateFile: string): void {
  rmSync(folder, { recursive: true, force: true });
  if (!existsSync(recorded)) return;
  cpSync(recorded, folder, { recursive: true });
  cpSync(templateFile, join(folder, templateName));
}

/** The calls by the logical id of their function, and the template; throws if no tests have run. */
export function keptCalls(): { calls: Map<string, Call[]>; template: unknown } {
  if (!existsSync(join(folder, templateName))) {
    throw new Error("There are no recorded calls. Run `npm test` first.");
  }
  const calls = readdirSync(folder)
    .filter((name) => name.endsWith(".tsv"))
    .map((name) => [name.slice(0, -".tsv".length), callsIn(join(folder, name))] as const);
  const template: unknown = JSON.parse(readFileSync(join(folder, templateName), "utf8"));
  return { calls: new Map(calls), template };
}

function callsIn(file: string): Call[] {
  const lines = new Set(readFileSync(file, "utf8").trimEnd().split("\n"));
  return [...lines].map((line) => {
    const [action = "", resource = ""] = line.split("\t");
    return { action, resource: nameInArn(resource) };
  });
}
