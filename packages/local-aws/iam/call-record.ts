import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { Policies } from "./decision.ts";
import type { AccessRequest } from "./evaluation.ts";

/** A request that was evaluated, with everything that counted. */
export const RecordedCall = z.strictObject({
  caller: z.strictObject({ kind: z.enum(["role", "service", "account"]), name: z.string() }),
  action: z.string(),
  resource: z.string(),
  context: z.record(z.string(), z.array(z.string())),
  /** Why it was refused; absent when it was allowed. */
  denied: z.string().optional(),
});
export type RecordedCall = z.infer<typeof RecordedCall>;

const callsFile = (folder: string) => join(folder, "calls.jsonl");

/** The calls that a runtime recorded in a folder. */
export function readCalls(folder: string): RecordedCall[] {
  const file = callsFile(folder);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.map((line) => RecordedCall.parse(JSON.parse(line)));
}

/** Writes each different call once, one JSON text in a line. */
export class CallRecord {
  readonly #file: string;
  readonly #named: ReadonlySet<string>;
  readonly #seen = new Set<string>();

  constructor(folder: string, { roles, resources }: Policies) {
    mkdirSync(folder, { recursive: true });
    this.#file = callsFile(folder);
    const statements = [...roles.values(), ...resources.values()].flatMap((policy) =>
      "statements" in policy ? policy.statements : policy,
    );
    const conditions = statements.flatMap((statement) => statement.conditions);
    this.#named = new Set(conditions.flatMap(({ values }) => values));
  }

  add(call: Omit<RecordedCall, "context"> & Pick<AccessRequest, "context">): void {
    const context = Object.entries(call.context).map(
      ([key, values]) =>
        [key, [...new Set(values.map((value) => this.#short(key, value)))]] as const,
    );
    const resource = withoutName(call.resource);
    const line = JSON.stringify({ ...call, resource, context: Object.fromEntries(context) });
    if (this.#seen.has(line)) return;
    this.#seen.add(line);
    appendFileSync(this.#file, `${line}\n`);
  }

  /** Data that no policy names are all the same to policies, and so are recorded as one. */
  #short(key: string, value: string): string {
    const isData = key === "dynamodb:leadingkeys" || key.startsWith("kms:encryptioncontext:");
    return isData && !this.#named.has(value) ? "any" : value;
  }
}

/** Schedules and objects have a name each, and grants name all of a group or bucket. */
function withoutName(resource: string): string {
  return resource.replace(/(:schedule\/[^/]+\/|^arn:aws:s3:::[^/]+\/).*/, "$1any");
}
