import type { AuditAction } from "../audit/audit-action.ts";
import type { AuditEntry, Change } from "../audit/audit-entry.ts";
import type { AuditLog } from "../audit/audit-log.ts";
import type { ChangedBy } from "./changed-by.ts";
import { type AuditPorts, type ChangeAudit, changeAudit } from "./member-audit.ts";

/**
 * The audit entry of a change that takes many writes: each write replaces it with what is done once
 * that write is. So there is one entry, and wherever the work breaks off it says how far it came.
 */
export interface RunningAudit {
  /** The entry so far, with the next write included. */
  soFar(change: Change): ChangeAudit;
  /** The entry of the last write. */
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

/** The entry of work whose writes cannot carry it, such as messages and copies of items. */
export interface WorkEntry {
  /** Called before each write, writes the entry once: what cannot be recorded is not begun. */
  begin(change: Change): Promise<void>;
  /** Replaces the entry with what is done so far, once the work has begun. */
  soFar(change: Change): Promise<void>;
}

export interface WorkAuditPorts extends AuditPorts {
  auditLog: Pick<AuditLog, "record">;
}

export function workEntry(ports: WorkAuditPorts, by: ChangedBy, action: AuditAction): WorkEntry {
  const audit = runningAudit(ports, by, action);
  let begun: Promise<void> | undefined;
  const write = (change: Change) => ports.auditLog.record(audit.soFar(change).entry);
  return {
    async begin(change) {
      begun ??= write(change);
      await begun;
    },
    async soFar(change) {
      if (begun !== undefined) await write(change);
    },
  };
}
