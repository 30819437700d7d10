import type { AuditAction } from "../audit/audit-action.ts";
import type { AuditEntry, Change } from "../audit/audit-entry.ts";
import type { ChangedBy } from "./changed-by.ts";
import { type AuditPorts, type ChangeAudit, changeAudit } from "./member-audit.ts";

/**
 * The audit entry of a change that takes many writes: each write replaces it with what is done once
 * that write is. So there is one entry, and wherever the work breaks off it says how far it came.
 */
export interface RunningAudit {
  /** What is done so far, with the write that is next. */
  soFar(change: Change): ChangeAudit;
  /** What the last write ends. */
  end(change: Change): ChangeAudit;
}

/**
 * How long the last write replaces the entry, in milliseconds. A restore reads an audit log in the
 * order of time, and looks for late entries a few minutes back: after long work, what is gone at its
 * end has an entry of its own.
 */
const replacedMs = 60_000;

export function runningAudit(ports: AuditPorts, by: ChangedBy, action: AuditAction): RunningAudit {
  let first: Pick<AuditEntry, "key" | "at"> | undefined;

  function soFar(change: Change): ChangeAudit {
    const { entry, ...audit } = changeAudit(ports, by, { ...change, action });
    first ??= { key: entry.key, at: entry.at };
    return { ...audit, entry: { ...entry, ...first } };
  }

  return {
    soFar,
    end(change) {
      const isOld = first !== undefined && ports.clock.now() - Date.parse(first.at) > replacedMs;
      return isOld ? changeAudit(ports, by, { ...change, action }) : soFar(change);
    },
  };
}
