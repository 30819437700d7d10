import {
  type Counter,
  contractCounter,
  type StoredCounter,
} from "../../../core/counters/counter.ts";

type PrintedCounter = Counter &
  Partial<
    Pick<StoredCounter, "archivedAt" | "resetDaily" | "resetTo" | "countsPeople" | "lastDailyReset">
  >;

/**
 * A counter as verbs print it: as the read API has it, with the time of archiving if it is
 * archived, and the console's settings where they differ from the defaults. `alert list` shows its alerts.
 */
export function printedCounter(stored: StoredCounter): PrintedCounter {
  const { archivedAt, resetDaily, resetTo, countsPeople, lastDailyReset } = stored;
  return {
    ...contractCounter(stored),
    ...(archivedAt !== undefined && { archivedAt }),
    ...((resetDaily || resetTo !== 0) && { resetDaily, resetTo }),
    ...(!countsPeople && { countsPeople }),
    ...(lastDailyReset !== undefined && { lastDailyReset }),
  };
}
