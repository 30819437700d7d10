import { type Clock, conflict, retryConflicts } from "../clock.ts";
import { compareFields } from "../counters/settings-edit.ts";
import { type GroupKey, type GroupSettings, isGroupId, type StoredGroup } from "./group.ts";
import type { GroupReader, GroupUpdates } from "./group-changes.ts";

/** A change by somebody who saw the group's settings before. */
export interface GroupEdit {
  key: GroupKey;
  settings: GroupSettings;
  /** What these settings were when the person saw them; one that is absent is written unseen. */
  seen: GroupSettings;
}

export type GroupEditResult =
  | { result: "updated"; before: StoredGroup; group: StoredGroup }
  /** The settings were so already: nothing was written. */
  | { result: "unchanged"; group: StoredGroup }
  /** Somebody else has set these fields to something else. Nothing was written. */
  | { result: "conflict"; group: StoredGroup; fields: string[] }
  | { result: "no_such_group" };

/** Only another change of the same settings is in the way, so conflicts are rare. */
const attempts = 12;

/**
 * Changes a group's name or capacity, unless somebody else has changed the same since it was seen.
 * The group's id may be any text.
 */
export async function editGroup(
  ports: { groups: Pick<GroupReader, "get">; groupUpdates: GroupUpdates; clock: Clock },
  { key, settings, seen }: GroupEdit,
): Promise<GroupEditResult> {
  if (!isGroupId(key.groupId)) return { result: "no_such_group" };
  const contention = { attempts, what: `group ${key.groupId}` };
  return await retryConflicts<GroupEditResult>(ports.clock, contention, async () => {
    const before = await ports.groups.get(key);
    if (before === undefined) return { result: "no_such_group" };
    const { wanted, conflicting } = compareFields(before, settings, seen);
    if (conflicting.length > 0) {
      return { result: "conflict", group: before, fields: conflicting };
    }
    if (Object.keys(wanted).length === 0) return { result: "unchanged", group: before };
    const expected: GroupSettings = {
      ...(wanted.name !== undefined && { name: before.name }),
      ...(wanted.capacity !== undefined && { capacity: before.capacity }),
    };
    const group = await ports.groupUpdates.update(key, wanted, expected);
    return group === undefined ? conflict : { result: "updated", before, group };
  });
}
