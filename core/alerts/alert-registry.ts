import type { ChangeAudit } from "../members/member-audit.ts";
import type { OrganizationRecord } from "../organizations/organization.ts";
import type { AlertKey, StoredAlert } from "./alert.ts";
import type { TargetReference, WatchedTarget } from "./watched-target.ts";

/** The organization and the target as they were read; the input of a decision. */
export interface SeenTarget {
  organization: OrganizationRecord;
  /** Undefined when it does not exist. */
  target: WatchedTarget | undefined;
}

/** With the alert that has the id already, if there is one. */
export type SeenBeforeCreation = SeenTarget & { existing: StoredAlert | undefined };

/** With the alert as it was read. */
export type SeenAlert = SeenTarget & { alert: StoredAlert };

/** The alert to store, if any, and the result of the use case when it is stored. */
export interface AlertDecision<Result> {
  result: Result;
  write?: { alert: StoredAlert; setFromLevel: boolean; audit: ChangeAudit };
}

/**
 * Stores alerts. Each change is decided from what was read, and decided again when a write meets a
 * conflict. A member's change is `forbidden` when the member may no longer manage alerts.
 */
export interface AlertRegistry {
  /** Every alert of the organization, in no particular order. */
  list(organizationId: string): Promise<StoredAlert[]>;
  target(reference: TargetReference): Promise<WatchedTarget | undefined>;
  /**
   * Stores a new alert on condition that the organization and the target are as they were seen.
   * Undefined for an unknown organization.
   */
  create<Result>(
    reference: TargetReference & { alertId: string },
    decide: (seen: SeenBeforeCreation) => AlertDecision<Result>,
  ): Promise<Result | "forbidden" | undefined>;
  /**
   * Replaces an alert on condition that it is as it was seen, and, where its state was set from the
   * level, that the target is, too. Undefined for an unknown alert or organization.
   */
  change<Result>(
    key: AlertKey,
    decide: (seen: SeenAlert) => AlertDecision<Result>,
  ): Promise<Result | "forbidden" | undefined>;
  /** Undefined when it does not exist, or no longer. */
  remove(
    key: AlertKey,
    auditOf: (alert: StoredAlert) => ChangeAudit,
  ): Promise<SeenAlert | "forbidden" | undefined>;
}
