import { derivedDigits } from "../../../derived-id.ts";
import { groupBy } from "../../../group-by.ts";
import { newGroup, type StoredGroup } from "../../../groups/group.ts";
import { isGroupId } from "../../counter.ts";
import type { ImportError } from "./import-file.ts";
import type { PlannedRow } from "./import-plan.ts";

export interface ResolvedGroups {
  /** The rows without errors, with the ids of their groups. */
  rows: Pick<PlannedRow, "row" | "settings">[];
  /** Groups that rows name and that are to be created first. */
  newGroups: StoredGroup[];
  errors: ImportError[];
}

interface ImportSource {
  organizationId: string;
  fileHash: string;
  nowMs: number;
}

/**
 * Finds the groups that rows name, by id or by name. With `createGroups`, a name that no group has
 * becomes a new group, under an id that the same name in the same file always gets, so that importing
 * the file again finds the group, even if it was renamed.
 */
export function resolveGroups(
  rows: PlannedRow[],
  groups: StoredGroup[],
  { createGroups, source }: { createGroups: boolean; source: ImportSource },
): ResolvedGroups {
  const known = { ids: new Set(groups.map(({ id }) => id)), byName: idsByName(groups) };
  const resolved: ResolvedGroups = { rows: [], newGroups: [], errors: [] };
  const created = new Map<string, StoredGroup>();
  for (const { row, line, settings, groupName } of rows) {
    const { groupId } = settings;
    if (groupName === undefined) {
      const missing = groupId && !(isGroupId(groupId) && known.ids.has(groupId));
      if (missing) resolved.errors.push({ line, field: "groupId", reason: noSuchId });
      resolved.rows.push({ row, settings });
      continue;
    }
    const found = groupNamed(groupName, known, source);
    if ("reason" in found) {
      resolved.errors.push({ line, field: "groupName", reason: found.reason });
    } else if (!found.exists && !createGroups) {
      resolved.errors.push({ line, field: "groupName", reason: noSuchGroupName });
    } else {
      const { organizationId, nowMs } = source;
      const key = { organizationId, groupId: found.groupId };
      if (!found.exists && !created.has(found.groupId)) {
        created.set(found.groupId, newGroup({ name: groupName }, key, nowMs));
      }
      resolved.rows.push({ row, settings: { ...settings, groupId: found.groupId } });
    }
  }
  return { ...resolved, newGroups: [...created.values()] };
}

/** The id of the group that an import creates for a name; `fileHash`: SHA-256, in hex. */
export function importedGroupId(
  { organizationId, fileHash }: Pick<ImportSource, "organizationId" | "fileHash">,
  name: string,
): string {
  return `grp_${derivedDigits(["group import", organizationId, fileHash, sameName(name)])}`;
}

const noSuchId = "the organization has no group with this id";
/** Why a row is wrong that names a group to be created, where none may be. */
export const noSuchGroupName = "the organization has no group of this name";

function groupNamed(
  name: string,
  { ids, byName }: { ids: Set<string>; byName: Map<string, string[]> },
  source: ImportSource,
): { groupId: string; exists: boolean } | { reason: string } {
  const ours = importedGroupId(source, name);
  // The group that an earlier import of this file created takes precedence, even if it was renamed.
  if (ids.has(ours)) return { groupId: ours, exists: true };
  const named = byName.get(sameName(name)) ?? [];
  if (named.length > 1) {
    return {
      reason: `${named.length} groups have this name; put the id of one into a column Group ID`,
    };
  }
  const [groupId = ours] = named;
  return { groupId, exists: named.length === 1 };
}

function idsByName(groups: StoredGroup[]): Map<string, string[]> {
  const byName = groupBy(groups, ({ name }) => sameName(name));
  return new Map([...byName].map(([name, groups]) => [name, groups.map(({ id }) => id)]));
}

/** An accented letter can be written as one character or as two; people see no difference. */
export function sameName(name: string): string {
  return name.normalize("NFC");
}
