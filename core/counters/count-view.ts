import { type GroupKey, levelOf, type StoredGroup } from "../groups/group.ts";
import { groupKeyOf } from "../groups/membership.ts";
import type { CountView } from "../private-api/counting.ts";
import type { StoredCounter } from "./counter.ts";

/** What somebody who counts sees; `group` is the counter's own, if it exists. */
export function countView(
  counter: StoredCounter,
  group: StoredGroup | undefined,
  nowMs: number,
): CountView {
  const { id, name, count, incrementStep, decrementStep, mode } = counter;
  const { goalTarget, locked, lastEventId, version } = counter;
  return {
    ...{ id, name, count, incrementStep, decrementStep, mode },
    ...{ goalTarget, locked, lastEventId, version },
    group: group
      ? { name: group.name, level: levelOf(group.total), capacity: group.capacity }
      : null,
    servedAt: new Date(nowMs).toISOString(),
  };
}

export type ReadGroup = (key: GroupKey) => Promise<StoredGroup | undefined>;

/** The group of a counter; a group that was deleted a moment ago is none. */
export async function groupOfCounter(
  read: ReadGroup,
  counter: StoredCounter,
): Promise<StoredGroup | undefined> {
  const key = groupKeyOf(counter);
  return key && (await read(key));
}
