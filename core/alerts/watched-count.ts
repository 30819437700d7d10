import type { StoredCount } from "../webhooks/count-webhooks.ts";

/** A stored count that a group or an alert waits for. */
export interface WatchedCount extends StoredCount {
  /** The counter's group at the time of the count; absent when it was in none. */
  groupId?: string;
  /** True when the counter had alerts of its own. */
  hasAlerts: boolean;
  /** The counter's goal at the time of the count; kept where the counter has alerts. */
  goalTarget: number | null;
}
