import { AuditDetails } from "../../../core/audit/audit-entry.ts";
import {
  type Counter,
  CounterSettings,
  contractCounter,
  type StoredCounter,
} from "../../../core/counters/counter.ts";
import type { Change } from "../audited.ts";

/**
 * A counter as verbs print it: as the read API has it, with the time of archiving if it is
 * archived. `alert list` shows its alerts.
 */
export function printedCounter(stored: StoredCounter): Counter & Pick<StoredCounter, "archivedAt"> {
  const { archivedAt } = stored;
  return { ...contractCounter(stored), ...(archivedAt !== undefined && { archivedAt }) };
}

/** New or changed settings of a counter for the audit log. */
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
