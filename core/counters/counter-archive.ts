import { type AlertTarget, pausedAlert, type StoredAlert } from "../alerts/alert.ts";
import { type Clock, conflict, retryConflicts } from "../clock.ts";
import { type MemberReader, readMembershipChange } from "../groups/membership.ts";
import type { CounterKey, StoredCounter } from "./counter.ts";
import type { CounterChange, NoGroupToJoin, WriteResult } from "./counting.ts";
import { changeArchival } from "./settings-change.ts";
import { contended } from "./taps/count-batch.ts";

export interface CounterArchive extends MemberReader {
  /** The counter, also when it is archived. */
  stored(key: CounterKey): Promise<StoredCounter | undefined>;
  /** The counter's own alerts. */
  alerts(target: AlertTarget): Promise<StoredAlert[]>;
  /**
   * Writes on condition of the version: no tap is counted on an archived counter. It leaves its
   * group and its alerts pause in the same transaction.
   */
  writeArchival(
    change: CounterChange & { pausing: { before: StoredAlert; after: StoredAlert }[] },
  ): Promise<WriteResult | NoGroupToJoin>;
}

export type ArchivalResult =
  /** `changed` is false when the counter was archived, or in use, already. */
  | {
      result: "archived" | "restored";
      counter: StoredCounter;
      changed: boolean;
      /** The group that the counter has left. */
      leftGroupId?: string;
      /** How many of the counter's own alerts were paused. */
      pausedAlerts: number;
    }
  | { result: "no_such_counter" };

/**
 * Takes a counter out of use: for the contract it no longer exists, but its history stays and it
 * can be restored. It leaves its group, and its alerts pause. It still counts towards the
 * organization's limit. So it can always be restored, and the number of items that a list reads is
 * bounded.
 */
export async function archiveCounter(
  archive: CounterArchive,
  clock: Clock,
  key: CounterKey,
): Promise<ArchivalResult> {
  return await setArchived(archive, clock, { key, archived: true });
}

/**
 * Brings an archived counter back with its count, settings, history and embeds. It stays outside the
 * group that it left, and its alerts stay paused.
 */
export async function restoreCounter(
  archive: CounterArchive,
  clock: Clock,
  key: CounterKey,
): Promise<ArchivalResult> {
  return await setArchived(archive, clock, { key, archived: false });
}

async function setArchived(
  archive: CounterArchive,
  clock: Clock,
  { key, archived }: { key: CounterKey; archived: boolean },
): Promise<ArchivalResult> {
  const result = archived ? "archived" : "restored";
  return await retryConflicts<ArchivalResult>(clock, contended(key), async () => {
    const counter = await archive.stored(key);
    if (counter === undefined) return { result: "no_such_counter" };
    if ((counter.archivedAt !== undefined) === archived) {
      return { result, counter, changed: false, pausedAlerts: 0 };
    }
    const change = changeArchival(counter, archived, clock.now());
    const membership = await readMembershipChange(archive, counter, change.counter);
    const unpaused = archived ? await unpausedAlerts(archive, counter) : [];
    const pausing = unpaused.map((before) => ({
      before,
      after: pausedAlert(before, clock.now()),
    }));
    const written = await archive.writeArchival({ ...change, membership, pausing });
    if (written.result !== "written") return conflict;
    const left = membership.leaves?.group.groupId;
    return {
      result,
      counter: change.counter,
      changed: true,
      ...(left !== undefined && { leftGroupId: left }),
      pausedAlerts: pausing.length,
    };
  });
}

async function unpausedAlerts(archive: CounterArchive, counter: StoredCounter) {
  if (counter.alertCount === 0) return [];
  const { organizationId, id } = counter;
  const alerts = await archive.alerts({ organizationId, targetId: id });
  return alerts.filter(({ paused }) => !paused);
}
