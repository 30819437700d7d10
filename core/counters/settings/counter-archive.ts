import { type AlertTarget, pausedAlert, type StoredAlert } from "../../alerts/alert.ts";
import type { Clock } from "../../clock.ts";
import { conflict, retryConflicts } from "../../conflict.ts";
import { type MemberReader, readMembershipChange } from "../../groups/membership.ts";
import type { ChangedBy } from "../../members/changed-by.ts";
import { type AuditPorts, changeAudit } from "../../members/member-audit.ts";
import type { CounterKey, StoredCounter } from "../counter.ts";
import { contended } from "../taps/count-batch.ts";
import type { CounterChange, NoGroupToJoin, WriteResult } from "./change-counter.ts";
import { type Archival, archivalChanged } from "./counter-audit.ts";
import { changeArchival } from "./settings-change.ts";

export interface CounterArchive extends MemberReader {
  /** The counter, also when it is archived. */
  stored(key: CounterKey): Promise<StoredCounter | undefined>;
  /** The counter's own alerts. */
  alerts(target: AlertTarget): Promise<StoredAlert[]>;
  /**
   * Writes on condition of the version: no tap is counted on an archived counter. It leaves its
   * group, its alerts pause and the audit entry is written in the same transaction.
   */
  writeArchival(
    change: CounterChange & { pausing: { before: StoredAlert; after: StoredAlert }[] },
  ): Promise<WriteResult | NoGroupToJoin>;
}

/** What somebody needs who archives and restores counters. */
export interface ArchivalPorts extends AuditPorts {
  counting: CounterArchive;
  clock: Clock;
}

export type ArchivalResult =
  /** `changed` is false when the counter was archived, or in use, already. */
  | (Archival & { changed: boolean })
  | { result: "no_such_counter" }
  /** The member may no longer manage counters. */
  | { result: "forbidden" };

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
  const { counting: archive, clock } = ports;
  const result = archived ? "archived" : "restored";
  return await retryConflicts<ArchivalResult>(clock, contended(key), async () => {
    const counter = await archive.stored(key);
    if (counter === undefined) return { result: "no_such_counter" };
    if ((counter.archivedAt !== undefined) === archived) {
      return { result, counter, changed: false, pausedAlerts: 0 };
    }
    const change = changeArchival(counter, archived, clock.now());
    const groups = { before: counter, after: change.counter };
    const membership = await readMembershipChange(archive, groups, clock.now());
    const unpaused = archived ? await unpausedAlerts(archive, counter) : [];
    const pausing = unpaused.map((before) => ({
      before,
      after: pausedAlert(before, clock.now()),
    }));
    const left = membership.leaves?.group.groupId;
    const archival: Archival = {
      result,
      counter: change.counter,
      ...(left !== undefined && { leftGroupId: left }),
      pausedAlerts: pausing.length,
    };
    const action = archived ? "counter.archive" : "counter.restore";
    const audit = changeAudit(ports, by, { ...archivalChanged(archival), action });
    const written = await archive.writeArchival({ ...change, membership, pausing, audit });
    if (written.result === "forbidden") return { result: "forbidden" };
    return written.result === "written" ? { ...archival, changed: true } : conflict;
  });
}

async function unpausedAlerts(archive: CounterArchive, counter: StoredCounter) {
  if (counter.alertCount === 0) return [];
  const { organizationId, id } = counter;
  const alerts = await archive.alerts({ organizationId, targetId: id });
  return alerts.filter(({ paused }) => !paused);
}
