import type { Calendar } from "../calendar.ts";
import { type CountMark, laterOf, marksOfCount, needsCalendar } from "../counters/count-mark.ts";
import type { GroupKey, StoredGroup } from "./group.ts";

/**
 * A change of a group's level without a count: a counter joins or leaves, or a recount corrects it.
 * Charts need its time, so it writes marks as a count does, on condition of the group's revision.
 */
export interface GroupLevelChange {
  /** Of the group as it was read. */
  revision: number;
  at: string;
  marks: CountMark[];
}

export interface LevelChangeReader {
  group(key: GroupKey): Promise<StoredGroup | undefined>;
  calendar(organizationId: string): Promise<Calendar>;
}

/** Undefined for a group that does not exist. */
export async function readGroupLevelChange(
  reader: LevelChangeReader,
  key: GroupKey,
  nowMs: number,
): Promise<GroupLevelChange | undefined> {
  const group = await reader.group(key);
  return group && (await groupLevelChange(reader, group, nowMs));
}

export async function groupLevelChange(
  reader: Pick<LevelChangeReader, "calendar">,
  group: StoredGroup,
  nowMs: number,
): Promise<GroupLevelChange> {
  const { organizationId, revision, total, createdAt, lastCountAt = createdAt } = group;
  const at = laterOf(new Date(nowMs).toISOString(), lastCountAt);
  const calendar = needsCalendar(group, at) ? await reader.calendar(organizationId) : undefined;
  const before = { ...group, level: total };
  return { revision, at, marks: marksOfCount(before, { at, position: revision + 1 }, calendar) };
}
