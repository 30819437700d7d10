import {
  type Counter,
  contractCounter,
  type StoredCounter,
} from "../../../core/counters/counter.ts";

/**
 * A counter as verbs print it: as the read API has it, with the time of archiving if it is
 * archived. `alert list` shows its alerts.
 */
export function printedCounter(stored: StoredCounter): Counter & Pick<StoredCounter, "archivedAt"> {
  const { archivedAt } = stored;
  return { ...contractCounter(stored), ...(archivedAt !== undefined && { archivedAt }) };
}
