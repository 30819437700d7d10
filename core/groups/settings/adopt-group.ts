import { isGroupId } from "../../counters/counter.ts";
import type { StoredCounters } from "../../counters/counter-lookup.ts";
import type { SettingsPorts } from "../../counters/settings/change-counter.ts";
import type { RunControl } from "../../counters/taps/tap-run.ts";
import { derivedDigits } from "../../derived-id.ts";
import type { ChangedBy } from "../../members/changed-by.ts";
import { runningAudit } from "../../members/running-audit.ts";
import { findOrganization } from "../../organizations/organization.ts";
import { type InitialGroupSettings, newGroup, type StoredGroup } from "../group.ts";
import { groupAdopted } from "../group-audit.ts";
import {
  countersIn,
  type GroupCreation,
  type GroupCreator,
  type GroupLookupPorts,
} from "../group-changes.ts";
import { regroupCounter } from "./regroup.ts";

export interface AdoptionPorts extends GroupLookupPorts, SettingsPorts {
  groupCreator: GroupCreator;
  storedCounters: StoredCounters;
}

export type AdoptionResult =
  /** `existed`: an earlier adoption had created the group; its name and capacity stay. */
  | { result: "adopted"; group: StoredGroup; moved: number; existed: boolean }
  | { result: "stopped"; moved: number; counters: number }
  /** No counter in use has the old id, and it was never adopted. */
  | { result: "nothing_to_adopt" }
  /** The old id is that of a group, not free text. */
  | { result: "is_group_id" }
  | { result: "deleted_meanwhile"; groupId: string }
  | Exclude<GroupCreation, { result: "created" }>;

/**
 * Turns a free-text group id of an older version into a group, with every counter that has it. The
 * same call again continues with the same group. Each write has the audit entry of the call.
 */
export async function adoptGroup(
  ports: AdoptionPorts,
  request: { organizationId: string; oldId: string; setup: InitialGroupSettings; by: ChangedBy },
  { onProgress, isStopped }: RunControl,
): Promise<AdoptionResult> {
  const { organizationId, oldId, setup, by } = request;
  const record = await findOrganization(ports, organizationId);
  if (record === undefined) return { result: "no_such_organization" };
  if (isGroupId(oldId)) return { result: "is_group_id" };
  const key = { organizationId, groupId: adoptedGroupId(organizationId, oldId) };
  const counters = await countersIn(ports, { organizationId, groupId: oldId });
  const existing = await ports.groups.get(key);
  const adopted = existing ?? newGroup(setup, key, ports.clock.now());
  const audit = runningAudit(ports, by, "group.adopt");
  let moved = 0;
  if (existing === undefined) {
    if (counters.length === 0) return { result: "nothing_to_adopt" };
    const auditsOf = () => [audit.soFar(groupAdopted(adopted, oldId, 0))];
    const creation = await ports.groupCreator.create(organizationId, [adopted], auditsOf);
    if (creation.result !== "created") return creation;
  }
  for (const [index, { id }] of counters.entries()) {
    if (isStopped()) return { result: "stopped", moved, counters: counters.length };
    const counterKey = { organizationId, counterId: id };
    const regrouped = await regroupCounter(ports, {
      key: counterKey,
      from: oldId,
      to: key.groupId,
      auditOf: () => audit.soFar(groupAdopted(adopted, oldId, moved + 1)),
    });
    if (regrouped.result === "forbidden") return { result: "forbidden" };
    if (regrouped.result === "no_such_group")
      return { result: "deleted_meanwhile", groupId: key.groupId };
    if (regrouped.result === "regrouped") moved += 1;
    onProgress(index + 1, counters.length);
  }
  const group = await ports.groups.get(key);
  if (group === undefined) return { result: "deleted_meanwhile", groupId: key.groupId };
  return { result: "adopted", group, moved, existed: existing !== undefined };
}

/** The id of the group that a free-text id becomes: always the same. */
export function adoptedGroupId(organizationId: string, oldId: string): string {
  return `grp_${derivedDigits(["group adoption", organizationId, oldId])}`;
}
