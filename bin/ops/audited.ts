import { AsyncLocalStorage } from "node:async_hooks";
import { userInfo } from "node:os";
import type { Service } from "../../adapters/stack-outputs.ts";
import type { Actor } from "../../core/audit/audit-entry.ts";
import type { ChangedBy } from "../../core/members/changed-by.ts";
import { runningVerb } from "./terminal/invocation.ts";

interface Run {
  actor: Actor;
  /** Whether the verb has asked who the operator is, whom its audit entry names. */
  isNamed: boolean;
}

const runs = new AsyncLocalStorage<Run>();

/**
 * Does a verb's work; every verb passes through here. A verb that changes something and does not
 * ask for the operator leaves no audit entry, which is a defect: its own tests find it.
 */
export async function audited(
  { clients: { dynamodb } }: Pick<Service, "clients">,
  { isDeployed }: { isDeployed: boolean },
  work: () => Promise<void>,
): Promise<void> {
  const id = isDeployed ? (await dynamodb.config.credentials()).accessKeyId : null;
  const run: Run = { actor: { kind: "operator", id, name: userName() }, isNamed: false };
  await runs.run(run, work);
  const { name, effect } = runningVerb();
  if (effect === "changes" && !run.isNamed) throw new Error(`${name} leaves no audit entry`);
}

/** Who runs the command line. */
export function operator(): ChangedBy & { kind: "operator" } {
  const run = runs.getStore();
  if (run === undefined) throw new Error("no verb runs");
  if (runningVerb().effect === "reads") throw new Error(`${runningVerb().name} changes nothing`);
  run.isNamed = true;
  return { kind: "operator", actor: run.actor };
}

/** As the operating system has it: nobody has proved it. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container's user may have no name.
    return "unknown";
  }
}
