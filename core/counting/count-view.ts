import * as z from "zod";
import { Counter, type StoredCounter } from "../counters/counter.ts";
import { GroupMember, levelOf } from "../groups/group.ts";
import { Limit, type Surroundings } from "./fill.ts";

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
  group: z
    .object({
      id: z.string(),
      name: z.string(),
      level: z.int(),
      capacity: z.int().nullable(),
      /** What the level contains of each counter on the same screen: its count a moment ago. */
      members: z.array(GroupMember),
    })
    .nullable(),
  /** Where the counter, or its group, is full; absent where nothing says so. */
  limit: Limit.exactOptional(),
  /** The service's time, ISO 8601: devices learn from it how wrong their own clock is. */
  servedAt: z.iso.datetime(),
});
export type CountView = z.infer<typeof CountView>;

/** What a person who counts sees. */
export function countView(
  counter: StoredCounter,
  { group, members, limit }: Surroundings,
  nowMs: number,
): CountView {
  const { id, name, count, incrementStep, decrementStep, mode } = counter;
  const { goalTarget, locked, lastEventId, version } = counter;
  return {
    ...{ id, name, count, incrementStep, decrementStep, mode },
    ...{ goalTarget, locked, lastEventId, version },
    group: group
      ? {
          id: group.id,
          ...{ name: group.name, level: levelOf(group.total), capacity: group.capacity },
          members,
        }
      : null,
    ...(limit && { limit }),
    servedAt: new Date(nowMs).toISOString(),
  };
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
