import type { Counter, StoredCounter } from "../../../core/counters/counter.ts";

/**
 * A counter as verbs print it: as the read API has it, with the time of archiving if it is
 * archived. `alert list` shows its alerts.
 */
export function printedCounter({
  alertCount: _,
  ...counter
}: StoredCounter): Counter & Pick<StoredCounter, "archivedAt"> {
  return counter;
}
