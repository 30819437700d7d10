import type { StoredCounter } from "../../counters/counter.ts";
import type { Embed } from "../../embeds/embeds.ts";
import { levelOf, type StoredGroup } from "../../groups/group.ts";
import type { CounterRow } from "./counters.ts";
import type { EmbedView } from "./embeds.ts";
import type { GroupView } from "./groups.ts";

// What may be seen of what is stored: field by field, so that a new field is not shown by itself.

export function counterRow(counter: StoredCounter): CounterRow {
  const { id, name, count, incrementStep, decrementStep, mode, groupId, goalTarget } = counter;
  const { locked, version, lastEventId, createdAt, updatedAt, archivedAt = null } = counter;
  return {
    ...{ id, name, count, incrementStep, decrementStep, mode, groupId, goalTarget, locked },
    ...{ version, lastEventId, createdAt, updatedAt, archivedAt },
  };
}

export function groupView(group: StoredGroup): GroupView {
  const { id, name, capacity, memberCount, alertCount, createdAt, total } = group;
  return { id, name, capacity, memberCount, alertCount, createdAt, total: levelOf(total) };
}

export function embedView({ sessionId, url, html, note, createdAt }: Embed): EmbedView {
  return { sessionId, url, html, note, createdAt };
}
