import { AsyncLocalStorage } from "node:async_hooks";
import { userInfo } from "node:os";
import { dynamodbAuditLog } from "../../adapters/audit/dynamodb-audit-log.ts";
import { randomBase62 } from "../../adapters/random.ts";
import { type Service, tablesOf } from "../../adapters/stack-outputs.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { type AuditAction, auditAction } from "../../core/audit/audit-action.ts";
import { type Actor, type Change, newAuditEntry } from "../../core/audit/audit-entry.ts";
import { OperatorError } from "./terminal/failure.ts";
import { runningVerb } from "./terminal/invocation.ts";

export type { Change };

interface Recording {
  auditLog: ReturnType<typeof dynamodbAuditLog>;
  actor: Actor;
  /** Whether the verb has said what it changed, or that it changed nothing. */
  settled: boolean;
  failure: unknown;
}

const recordings = new AsyncLocalStorage<Recording>();

/**
 * Does a verb's work; every verb passes through here. A verb that changes something and does not
 * say what is a defect, which its own tests find.
 */
export async function audited(
  { clients: { dynamodb }, outputs }: Service,
  { isDeployed }: { isDeployed: boolean },
  work: () => Promise<void>,
): Promise<void> {
  const id = isDeployed ? (await dynamodb.config.credentials()).accessKeyId : null;
  const recording: Recording = {
    auditLog: dynamodbAuditLog(dynamodb, tablesOf(outputs)),
    actor: { kind: "operator", id, name: userName() },
    settled: false,
    failure: undefined,
  };
  await recordings.run(recording, work);
  if (recording.failure !== undefined) throw notRecorded(recording.failure);
  const { name, effect } = runningVerb();
  if (effect === "changes" && !recording.settled) throw new Error(`${name} records no change`);
}

/**
 * Writes the audit entry of long work that was just done (decision 140). When that fails, the verb goes on, because
 * what it prints may be shown once only, and fails at its end.
 */
export async function recordChange(change: Change): Promise<void> {
  const { auditLog, actor } = settle();
  const action = runningAction();
  const fresh = { nowMs: systemClock.now(), randomBase62 };
  try {
    await auditLog.record(newAuditEntry({ ...change, actor, action }, fresh));
  } catch (error) {
    current().failure = error;
  }
}

/**
 * Writes the audit entry of long work that is about to begin, which may be killed: its action is the
 * verb's with "begin-". Throws when it cannot be written; the work must not begin then.
 */
export async function recordBegin(change: Change): Promise<void> {
  const { auditLog, actor } = current();
  const action = runningAction("begin-");
  const fresh = { nowMs: systemClock.now(), randomBase62 };
  await auditLog.record(newAuditEntry({ ...change, actor, action }, fresh));
}

function runningAction(prefix = ""): AuditAction {
  const { name } = runningVerb();
  const action = auditAction(name.replace(" ", `.${prefix}`));
  if (action === undefined) throw new Error(`${name} is no action of the audit log`);
  return action;
}

/** Long work: when it breaks off, what it has changed so far is recorded. */
export async function recordBreakOff<Result>(
  work: Promise<Result>,
  changeSoFar: () => Change | undefined,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const change = changeSoFar();
    if (change !== undefined) await recordChange(change);
    throw error;
  }
}

/** For a verb that had nothing to change. */
export function nothingChanged(): void {
  settle();
}

/** Who runs the command line. */
export function operator(): { kind: "operator"; actor: Actor } {
  return { kind: "operator", actor: current().actor };
}

function settle(): Recording {
  const recording = current();
  if (runningVerb().effect !== "changes") throw new Error(`${runningVerb().name} records itself`);
  recording.settled = true;
  return recording;
}

function current(): Recording {
  const recording = recordings.getStore();
  if (recording === undefined) throw new Error("no verb runs");
  return recording;
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

function notRecorded(cause: unknown): OperatorError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new OperatorError(
    `the change was made, but its audit entry could not be written: ${reason}`,
    { cause },
  );
}
