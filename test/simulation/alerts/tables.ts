import type { StoredAlert } from "../../../core/alerts/alert.ts";
import type { Firing } from "../../../core/alerts/firing.ts";
import { type Calendar, nextDayStartMs } from "../../../core/calendar.ts";
import type { WatchedCount } from "../../../core/counters/count-event.ts";
import type { CountMark } from "../../../core/counters/count-mark.ts";
import { newCounter, type StoredCounter } from "../../../core/counters/counter.ts";
import type { EarlierAdjustment } from "../../../core/counters/settings/adjust-counter.ts";
import type { TapRecord } from "../../../core/counters/taps/undo.ts";
import type { GroupMember, StoredGroup } from "../../../core/groups/group.ts";
import type { Plan } from "../../../core/organizations/organization.ts";
import type { Commit } from "./commit-log.ts";
import type { Request } from "./counters/requests.ts";

export const organizationId = "org_0123456789ABCDEFGHIJ";

export interface OrganizationItem {
  plan: Plan;
  alertEpoch: number;
  revision: number;
  /** Present once a counter is to be reset each day. */
  nextDayStart?: string;
  daysStartingUntilMs?: number;
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
  /** By counter or group, resolution and start. */
  readonly marks = new Map<string, CountMark>();
  /** By counter and idempotency key. */
  readonly taps = new Map<string, TapRecord>();
  readonly forms = new Map<string, EarlierAdjustment>();
  readonly alerts = new Map<string, StoredAlert>();
  /** By the key of the firing. */
  readonly firings = new Map<string, Firing>();
  readonly log: Commit[] = [];
  /** What was asked for under each key: no table of the service's, but the models need it. */
  readonly requests = new Map<string, Request>();
  /** Receives the stream records of counts. */
  readonly onCount: (count: WatchedCount) => void;

  calendar: Calendar;

  constructor(onCount: (count: WatchedCount) => void, calendar: Calendar) {
    this.onCount = onCount;
    this.calendar = calendar;
  }

  addCounter(
    counterId: string,
    { step, ...settings }: { step: number; resetDaily: boolean; resetTo: number },
    nowMs: number,
  ): void {
    const setup = { name: counterId, incrementStep: step, decrementStep: step, ...settings };
    const counter = newCounter(setup, { organizationId, counterId }, nowMs);
    this.counters.set(counterId, counter);
    this.logRules(counter);
    if (settings.resetDaily) this.joinDayStarts(counter.createdAt);
  }

  /** An organization is due at once when it joins, and finds out itself when its next day starts. */
  joinDayStarts(at: string): void {
    this.organization = { nextDayStart: at, ...this.organization };
  }

  /** Moves to another time zone; a day that is due stays due. */
  move(timeZone: string, nowMs: number): void {
    this.calendar = { ...this.calendar, timeZone };
    const { nextDayStart, revision, ...organization } = this.organization;
    const isPlanned = nextDayStart !== undefined && Date.parse(nextDayStart) > nowMs;
    const next = isPlanned ? isoOf(nextDayStartMs(this.calendar, nowMs)) : nextDayStart;
    this.organization = {
      ...organization,
      revision: revision + 1,
      ...(next === undefined ? {} : { nextDayStart: next }),
    };
  }

  logRules(counter: StoredCounter): void {
    const { id: counterId, locked, mode, resetDaily, resetTo, updatedAt } = counter;
    const rules = { locked, mode, resetDaily, resetTo };
    this.log.push({ kind: "rules changed", counterId, rules, atMs: Date.parse(updatedAt) });
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

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

export function memberKey(groupId: string, counterId: string): string {
  return `${groupId}/${counterId}`;
}
