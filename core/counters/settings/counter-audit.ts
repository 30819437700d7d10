import { AuditDetails, type Change } from "../../audit/audit-entry.ts";
import { CounterSettings, type StoredCounter } from "../counter.ts";

/** New or changed settings of a counter. */
export function settingsChanged(before: StoredCounter | undefined, after: StoredCounter): Change {
  const { organizationId, id, name } = after;
  const target = { kind: "counter", id, name };
  const settings = CounterSettings.parse(after);
  if (before === undefined) return { organizationId, target, before: null, after: settings };
  const old: Record<string, unknown> = CounterSettings.parse(before);
  const changed = Object.entries(settings).filter(([field, value]) => old[field] !== value);
  const fields = changed.map(([field]) => [field, old[field] ?? null] as const);
  return {
    organizationId,
    target,
    before: AuditDetails.parse(Object.fromEntries(fields)),
    after: Object.fromEntries(changed),
  };
}

export interface Archival {
  result: "archived" | "restored";
  counter: StoredCounter;
  /** The group that the counter has left. */
  leftGroupId?: string;
  /** How many of the counter's own alerts were paused. */
  pausedAlerts: number;
}

/** A counter that was archived or restored. */
export function archivalChanged({ result, counter, leftGroupId, pausedAlerts }: Archival): Change {
  const { organizationId, id, name } = counter;
  const archived = result === "archived";
  const left = leftGroupId === undefined ? {} : { groupId: leftGroupId };
  return {
    organizationId,
    target: { kind: "counter", id, name },
    before: { archived: !archived, ...left },
    after: { archived, ...(leftGroupId !== undefined && { groupId: null }), pausedAlerts },
  };
}

/** What an import has created so far. */
export function importChanged(
  organizationId: string,
  { counters, groups }: { counters: StoredCounter[]; groups: number },
): Change {
  const counterIds = counters.map(({ id }) => id);
  return {
    organizationId,
    target: { kind: "counters", id: null, name: null },
    before: null,
    after: { created: counters.length, groups, ...(counterIds.length > 0 && { counterIds }) },
  };
}
