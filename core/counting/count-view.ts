import * as z from "zod";
import { Counter, type StoredCounter } from "../counters/counter.ts";
import { type GroupKey, levelOf, type StoredGroup } from "../groups/group.ts";
import { groupKeyOf } from "../groups/membership.ts";

/** What a person who counts sees of a counter. */
export const CountView = Counter.pick({
  id: true,
  name: true,
  count: true,
  incrementStep: true,
  decrementStep: true,
  mode: true,
  goalTarget: true,
  locked: true,
  lastEventId: true,
  version: true,
}).extend({
  /** The counter's group with its level; null without one. */
  group: z.object({ name: z.string(), level: z.int(), capacity: z.int().nullable() }).nullable(),
  /** The service's time, ISO 8601: devices learn from it how wrong their own clock is. */
  servedAt: z.iso.datetime(),
});
export type CountView = z.infer<typeof CountView>;

/** What a person who counts sees; `group` is the counter's own, if it exists. */
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

/** How many counters are named as those that counted last. */
export const maximumLastCounted = 6;

/** The counters in use that counted last, newest first, each with the time of its newest count. */
export function lastCounted(counters: StoredCounter[]): { id: string; at: string }[] {
  return counters
    .filter(({ archivedAt, lastEventId }) => archivedAt === undefined && lastEventId > 0)
    .map(({ id, lastCountAt, updatedAt }) => ({ id, at: lastCountAt ?? updatedAt }))
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, maximumLastCounted);
}
