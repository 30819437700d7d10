import type { Counter } from "../counters/counter.ts";
import { levelOf, type StoredGroup } from "../groups/group.ts";
import { type EmbeddedCount, shownLevel } from "./format-count.ts";

export function embeddedCounter({ name, count, goalTarget, updatedAt }: Counter): EmbeddedCount {
  return { name, count, goalTarget, updatedAt };
}

export function embeddedGroup(group: StoredGroup): EmbeddedCount {
  const { name, capacity, total, lastCountAt, createdAt } = group;
  const updatedAt = lastCountAt ?? createdAt;
  const count = shownLevel(levelOf(total), capacity);
  return { name, count, goalTarget: null, capacity, updatedAt };
}
