import { pausedAlert, type StoredAlert } from "../../alerts/alert.ts";
import { groupKeyOf } from "../../groups/membership.ts";
import type { ChangedBy } from "../../members/changed-by.ts";
import { type AuditPorts, changeAudit } from "../../members/member-audit.ts";
import type { CounterKey, StoredCounter } from "../counter.ts";
import type { CounterWrite, Forbidden } from "./change-counter.ts";
import { type Archival, archivalChanged } from "./counter-audit.ts";
import { changeArchival } from "./settings-change.ts";

export interface CounterArchive {
  /**
   * Decides from the counter, archived or not, with its own alerts. Writes as `CounterChanges.change`
   * does, on condition of the version: no tap is counted on an archived counter. Its alerts pause in
   * the same transaction.
   */
  changeArchival<Result>(
    key: CounterKey,
    decide: (counter: StoredCounter | undefined, alerts: StoredAlert[]) => ArchivalDecision<Result>,
  ): Promise<Result | Forbidden>;
}

export interface ArchivalDecision<Result> {
  result: Result;
  /** Absent when there is nothing to write. */
  write?: CounterWrite<Result> & { pausing: { before: StoredAlert; after: StoredAlert }[] };
}

/** What archiving and restoring counters needs. */
export interface ArchivalPorts extends AuditPorts {
  counterChanges: CounterArchive;
}

export type ArchivalResult =
  /** `changed` is false when the counter was archived, or in use, already. */
  (Archival & { changed: boolean }) | { result: "no_such_counter" } | Forbidden;

/**
 * Takes a counter out of use: for the contract it no longer exists, but its history stays and it
 * can be restored. It leaves its group, and its alerts pause. It still counts towards the
 * organization's limit. So it can always be restored, and the number of items that a list reads is
 * bounded.
 */
export async function archiveCounter(
  ports: ArchivalPorts,
  key: CounterKey,
  by: ChangedBy,
): Promise<ArchivalResult> {
  return await setArchived(ports, { key, archived: true }, by);
}

/**
 * Brings an archived counter back with its count, settings, history and embeds. It stays outside the
 * group that it left, and its alerts stay paused.
 */
export async function unarchiveCounter(
  ports: ArchivalPorts,
  key: CounterKey,
  by: ChangedBy,
): Promise<ArchivalResult> {
  return await setArchived(ports, { key, archived: false }, by);
}

async function setArchived(
  ports: ArchivalPorts,
  { key, archived }: { key: CounterKey; archived: boolean },
  by: ChangedBy,
): Promise<ArchivalResult> {
  const result = archived ? "archived" : "restored";
  const action = archived ? "counter.archive" : "counter.restore";
  return await ports.counterChanges.changeArchival<ArchivalResult>(key, (before, alerts) => {
    if (before === undefined) return { result: { result: "no_such_counter" } };
    if ((before.archivedAt !== undefined) === archived) {
      return { result: { result, counter: before, changed: false, pausedAlerts: 0 } };
    }
    const nowMs = ports.clock.now();
    const { counter: after, change } = changeArchival(before, archived, nowMs);
    const unpaused = archived ? alerts.filter(({ paused }) => !paused) : [];
    const pausing = unpaused.map((alert) => ({ before: alert, after: pausedAlert(alert, nowMs) }));
    const left = archived ? groupKeyOf(before)?.groupId : undefined;
    const archival: Archival = {
      result,
      counter: after,
      ...(left !== undefined && { leftGroupId: left }),
      pausedAlerts: pausing.length,
    };
    const audit = changeAudit(ports, by, { ...archivalChanged(archival), action });
    return {
      result: { ...archival, changed: true },
      write: { before, after, change, audit, pausing },
    };
  });
}
