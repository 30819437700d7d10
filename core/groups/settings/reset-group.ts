import { type AdjustmentPorts, adjustAsPart } from "../../counters/settings/adjust-counter.ts";
import type { RunControl } from "../../counters/taps/tap-run.ts";
import type { ChangedBy } from "../../members/changed-by.ts";
import { runningAudit } from "../../members/running-audit.ts";
import type { GroupKey, StoredGroup } from "../group.ts";
import { groupReset } from "../group-audit.ts";
import { findGroup, type GroupLookupPorts, type NoSuchGroup } from "../group-changes.ts";
import { isInGroup } from "../membership.ts";
import type { RecountStore } from "./recount.ts";

export interface GroupResetPorts extends GroupLookupPorts, AdjustmentPorts {
  recounts: Pick<RecountStore, "allMembers">;
}

interface GroupResetRequest {
  key: GroupKey;
  reason?: string | undefined;
  /** A counter that this form has reset already keeps what was counted since. */
  formId?: string | undefined;
  /** Goes on behind the counter of this id. */
  after?: string | undefined;
}

/** What a reset came to, by counters. */
export interface ResetCounters {
  /** Those that the form has set to another number, by this call or an earlier one. */
  adjusted: number;
  /** Those whose number was right already. */
  unchanged: number;
  /** Those that stay, because the difference is more than an event can hold. */
  outOfRange: number;
}

export type GroupResetResult =
  /** `next`: the counter behind which another call goes on; null at the end. */
  | (ResetCounters & { result: "reset"; group: StoredGroup; next: string | null })
  /** An earlier request of the form has set the counter of this id to a number of its own. */
  | { result: "key_reused"; counterId: string }
  /** The member may no longer manage counters. What was reset before stays so. */
  | { result: "forbidden" }
  | NoSuchGroup;

/**
 * Resets the counters of a group in the order of their ids, each by a write of its own. One that has
 * left the group meanwhile stays as it is. A call that is stopped has handled one counter at least. All writes have one audit entry, which says how many
 * counters the call has set to another number.
 */
export async function resetGroup(
  ports: GroupResetPorts,
  { key, reason, formId, after = "" }: GroupResetRequest,
  { by, onProgress, isStopped }: RunControl & { by: ChangedBy },
): Promise<GroupResetResult> {
  const found = await findGroup(ports, key);
  if (found.result !== "found") return found;
  const { group } = found;
  const members = (await ports.recounts.allMembers(key))
    .map(({ counterId }) => counterId)
    .filter((counterId) => counterId > after);
  const audit = runningAudit(ports, by, "group.reset");
  const done: ResetCounters = { adjusted: 0, unchanged: 0, outOfRange: 0 };
  let written = 0;
  for (const [index, counterId] of members.entries()) {
    const last = members[index - 1];
    if (last !== undefined && isStopped()) return { result: "reset", group, ...done, next: last };
    const request = {
      key: { organizationId: key.organizationId, counterId },
      to: null,
      ...{ reason, formId },
    };
    const adjustment = await adjustAsPart(ports, request, {
      by,
      isWanted: (counter) => isInGroup(counter, key.groupId),
      auditOf: () => audit.soFar(groupReset(group, { adjusted: written + 1, reason })),
    });
    switch (adjustment.result) {
      case "forbidden":
        return adjustment;
      case "key_reused":
        return { result: "key_reused", counterId };
      case "out_of_range":
        done.outOfRange += 1;
        break;
      case "adjusted":
        written += 1;
        done.adjusted += 1;
        break;
      case "repeated":
      case "unchanged":
        done[isChanged(adjustment.form) ? "adjusted" : "unchanged"] += 1;
    }
    onProgress(index + 1, members.length);
  }
  return { result: "reset", group, ...done, next: null };
}

function isChanged({ previousCount, count }: { previousCount: number; count: number }): boolean {
  return previousCount !== count;
}
