import type { StoredAlert } from "../../alerts/alert.ts";
import type { Clock } from "../../clock.ts";
import type { StoredCounter } from "../../counters/counter.ts";
import type { StoredCounters } from "../../counters/counter-lookup.ts";
import type { SettingsPorts } from "../../counters/settings/change-counter.ts";
import type { RunControl } from "../../counters/taps/tap-run.ts";
import type { ChangedBy } from "../../members/changed-by.ts";
import type { ChangeAudit } from "../../members/member-audit.ts";
import { runningAudit } from "../../members/running-audit.ts";
import type { GroupKey, StoredGroup } from "../group.ts";
import { type DeletedGroup, groupDeleted, groupEmptied } from "../group-audit.ts";
import {
  countersIn,
  findGroup,
  type GroupLookupPorts,
  type NoSuchGroup,
} from "../group-changes.ts";
import { type RecountStore, recountGroup } from "./recount.ts";
import { regroupCounter } from "./regroup.ts";

export type GroupDeletion =
  | { result: "deleted"; group: StoredGroup; alerts: StoredAlert[] }
  | { result: "has_members" | "no_such_group" | "forbidden" };

export interface GroupDeletions {
  /**
   * Deletes a group with its alerts and writes the audit entry in one transaction, on condition that
   * the group has no members.
   */
  deleteEmpty(
    key: GroupKey,
    auditOf: (group: StoredGroup, alerts: StoredAlert[]) => ChangeAudit,
  ): Promise<GroupDeletion>;
}

export interface GroupDeletionPorts extends GroupLookupPorts, SettingsPorts {
  groupDeletions: GroupDeletions;
  recounts: RecountStore;
  storedCounters: StoredCounters;
  clock: Pick<Clock, "backOff" | "now">;
}

export type DeleteGroupResult =
  | (DeletedGroup & { result: "deleted" })
  /** The counters, sorted by name; at least one. */
  | { result: "has_counters"; counters: StoredCounter[] }
  /** Of `counters` counters, `ungrouped` were taken out of the group; the group exists. */
  | { result: "stopped"; ungrouped: number; counters: number }
  /** The member may no longer manage counters. */
  | { result: "forbidden" }
  | NoSuchGroup;

/** More rounds than one are needed only while counters join at the same time. */
const rounds = 20;

/**
 * Deletes a group and its alerts. One with counters is deleted only with `ungroup`, which takes them
 * out of it first, one by one: the same call again continues after an interruption. Each write has the
 * audit entry of the call, which says how many counters it took out, and that the group is gone.
 */
export async function deleteGroup(
  ports: GroupDeletionPorts,
  { key, ungroup, by }: { key: GroupKey; ungroup: boolean; by: ChangedBy },
  { onProgress, isStopped }: RunControl,
): Promise<DeleteGroupResult> {
  const audit = runningAudit(ports, by, "group.delete");
  let ungrouped = 0;
  let handled = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const found = await findGroup(ports, key);
    if (found.result !== "found") return found;
    const counters = await countersIn(ports, key);
    if (counters.length > 0 && !ungroup) return { result: "has_counters", counters };
    const total = handled + counters.length;
    for (const { id } of counters) {
      const left = total - handled;
      if (isStopped()) return { result: "stopped", ungrouped, counters: ungrouped + left };
      const counterKey = { organizationId: key.organizationId, counterId: id };
      const regrouped = await regroupCounter(ports, {
        key: counterKey,
        from: key.groupId,
        to: null,
        auditOf: () => audit.soFar(groupEmptied(found.group, ungrouped + 1)),
      });
      if (regrouped.result === "forbidden") return { result: "forbidden" };
      // Another person may have taken it out, or archived it.
      if (regrouped.result === "regrouped") ungrouped += 1;
      handled += 1;
      onProgress(handled, total);
    }
    const deletion = await ports.groupDeletions.deleteEmpty(key, (group, alerts) =>
      audit.end(groupDeleted({ group, alerts, ungrouped })),
    );
    if (deletion.result === "deleted") return { ...deletion, ungrouped };
    if (deletion.result !== "has_members") return { result: deletion.result };
    // Another counter has joined, or a member is left whose counter is not in the group.
    await recountGroup(ports, key);
  }
  throw new Error(`counters join group ${key.groupId} while it is deleted; try again`);
}
