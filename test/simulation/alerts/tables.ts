import type { StoredAlert } from "../../../core/alerts/alert.ts";
import type { Firing } from "../../../core/alerts/firing.ts";
import type { WatchedCount } from "../../../core/counters/count-event.ts";
import type { CountMark } from "../../../core/counters/count-mark.ts";
import { newCounter, type StoredCounter } from "../../../core/counters/counter.ts";
import type { GroupMember, StoredGroup } from "../../../core/groups/group.ts";
import type { Plan } from "../../../core/organizations/organization.ts";
import type { Commit } from "./commit-log.ts";

export const organizationId = "org_0123456789ABCDEFGHIJ";

export interface OrganizationItem {
  plan: Plan;
  alertEpoch: number;
  revision: number;
}

/**
 * The tables of one organization. A transaction is a function that runs without waiting: it checks
 * its conditions, writes, and logs. Items are replaced and never changed in place.
 */
export class Tables {
  organization: OrganizationItem = { plan: "enterprise", alertEpoch: 0, revision: 1 };
  readonly counters = new Map<string, StoredCounter>();
  readonly groups = new Map<string, StoredGroup>();
  /** By group and counter. */
  readonly members = new Map<string, GroupMember>();
  /** By group, resolution and start. */
  readonly marks = new Map<string, CountMark>();
  readonly alerts = new Map<string, StoredAlert>();
  /** By the key of the firing. */
  readonly firings = new Map<string, Firing>();
  readonly log: Commit[] = [];
  /** Receives the stream records of watched counts. */
  readonly onCount: (count: WatchedCount) => void;

  constructor(onCount: (count: WatchedCount) => void) {
    this.onCount = onCount;
  }

  addCounter(counterId: string, step: number, nowMs: number): void {
    const setup = { name: counterId, incrementStep: step, decrementStep: step };
    this.counters.set(counterId, newCounter(setup, { organizationId, counterId }, nowMs));
  }

  addGroup(id: string, capacity: number | null, nowMs: number): void {
    const createdAt = new Date(nowMs).toISOString();
    const empty = { total: 0n, memberCount: 0, alertCount: 0, revision: 1 };
    this.groups.set(id, { id, organizationId, name: id, capacity, ...empty, createdAt });
    this.log.push({ kind: "capacity changed", groupId: id, capacity });
  }

  alertsOn(targetId: string): StoredAlert[] {
    return [...this.alerts.values()].filter((alert) => alert.targetId === targetId);
  }

  membersOf(groupId: string): GroupMember[] {
    return [...this.members].flatMap(([key, member]) =>
      key.startsWith(`${groupId}/`) ? [member] : [],
    );
  }
}

export function memberKey(groupId: string, counterId: string): string {
  return `${groupId}/${counterId}`;
}
