import * as z from "zod";
import type { RandomBase62 } from "../base62.ts";
import { DisplayName } from "../display-name.ts";
import { Capacity } from "../groups/group.ts";
import type { Plan } from "../organizations/organization.ts";

/** What an alert watches, contract §6. */
export const AlertScope = z.enum(["counter", "group"]);

/** Which level fires an alert, contract §6. */
export const AlertKind = z.enum(["at_capacity", "percent", "absolute"]);

/** When an alert fires, as an operator sets it. */
export const AlertRule = z.object({
  kind: AlertKind,
  /** For kind percent: 1 to 100; null for the others. */
  percent: z
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(100, "must be at most 100")
    .nullable(),
  /** For kind absolute: the level that fires it; null for the others. */
  at: z.int().nullable(),
  /** The alert's own capacity; null for that of the counter or the group. */
  capacity: Capacity.nullable(),
  /** The alert is armed again by a count below this; null for the threshold. */
  rearmBelow: z.int().nullable(),
});
export type AlertRule = z.infer<typeof AlertRule>;

/** Fires at the next count at or above its threshold, or has fired and is not yet armed again. */
export const AlertState = z.enum(["armed", "fired"]);
export type AlertState = z.infer<typeof AlertState>;

/** An alert as it is stored, with its state. */
export const StoredAlert = AlertRule.extend({
  id: z.string(),
  organizationId: z.string(),
  name: DisplayName,
  scope: AlertScope,
  /** The counter or the group that it watches. */
  targetId: z.string(),
  paused: z.boolean(),
  state: AlertState,
  /** When the alert came into this state. */
  stateSince: z.iso.datetime(),
  /** The id of the count event that brought it there; null when an operator did. */
  stateEventId: z.string().nullable(),
  /** Of a counter's alert: counts up to this lastEventId change nothing. 0 for a group's. */
  position: z.int().min(0),
  /** The organization's alert epoch in which the state was set. */
  epoch: z.int().min(0),
  /** Rises with every change of the alert. */
  revision: z.int().min(1),
  createdAt: z.iso.datetime(),
});
export type StoredAlert = z.infer<typeof StoredAlert>;

/** What an alert watches. */
export interface AlertTarget {
  organizationId: string;
  /** A counter's or a group's. */
  targetId: string;
}

export interface AlertKey {
  organizationId: string;
  alertId: string;
}

/** The fields of an organization that decide whether its alerts are evaluated. */
export interface AlertEntitlement {
  plan: Plan;
  /**
   * When the organization last left Enterprise or returned, in milliseconds since 1970; 0 if never.
   * An alert's state from an earlier epoch is outdated.
   */
  alertEpoch: number;
}

/** The most alerts of one organization: a list reads all of them. */
export const maximumAlerts = 100;

/** The most alerts on one counter or group: all of them fit into one transaction. */
export const maximumAlertsPerTarget = 20;

/** The alert, paused now by an operator or by the archiving of its counter. */
export function pausedAlert(alert: StoredAlert, nowMs: number): StoredAlert {
  return { ...alert, paused: true, stateSince: new Date(nowMs).toISOString(), stateEventId: null };
}

export function newAlertId(randomBase62: RandomBase62): string {
  return `alt_${randomBase62(20)}`;
}

/** False for text that cannot be an alert's id and need not be looked up. */
export function isAlertId(text: string): boolean {
  return /^alt_[0-9A-Za-z]{20}$/.test(text);
}
