import type { AlertRule, StoredAlert } from "../../../core/alerts/alert.ts";
import { stateAt } from "../../../core/alerts/evaluation.ts";
import { capacityInForce, thresholdOf } from "../../../core/alerts/threshold.ts";
import { changeSettings } from "../../../core/counters/settings/settings-change.ts";
import { levelOf } from "../../../core/groups/group.ts";
import { nextAlertEpoch, type Plan } from "../../../core/organizations/organization.ts";
import type { Commit, CounterRules } from "./commit-log.ts";
import { memberKey, organizationId, type Tables } from "./tables.ts";

/** Reads and transactions of one operator's command. */
export interface OperatorPorts {
  tables: Tables;
  read<Item>(item: () => Item): Promise<Item>;
  /** Returns false on a conflict. */
  transact(transaction: () => boolean): Promise<boolean>;
  nowMs(): number;
}

/** Returns false when the change met a conflict and is to be tried again. */
export type OperatorChange = (ports: OperatorPorts) => Promise<boolean>;

/** Joins a group, leaves its group, or moves from one to the other. */
export function changeGroup(counterId: string, to: string | null): OperatorChange {
  return async ({ tables, read, transact }) => {
    const counter = await read(() => tables.counters.get(counterId));
    if (counter === undefined || counter.groupId === to) return true;
    const { groupId: from, count, lastEventId } = counter;
    const member = from === null ? undefined : await read(() => memberOf(tables, from, counterId));
    return await transact(() => {
      if (tables.counters.get(counterId)?.version !== counter.version) return false;
      if (from !== null) {
        const stored = memberOf(tables, from, counterId);
        if (stored === undefined || stored.lastEventId !== member?.lastEventId) return false;
        tables.members.delete(memberKey(from, counterId));
        addToGroup(tables, from, { total: -stored.count, members: -1 });
        tables.log.push({ kind: "left", counterId, groupId: from });
      }
      if (to !== null) {
        tables.members.set(memberKey(to, counterId), { counterId, count, lastEventId });
        addToGroup(tables, to, { total: count, members: 1 });
        tables.log.push({ kind: "joined", counterId, groupId: to });
      }
      tables.counters.set(counterId, { ...counter, groupId: to, version: counter.version + 1 });
      return true;
    });
  };
}

export function changeCapacity(groupId: string, capacity: number | null): OperatorChange {
  return ({ tables, transact }) =>
    transact(() => {
      const group = tables.groups.get(groupId);
      if (group === undefined) return true;
      tables.groups.set(groupId, { ...group, capacity, revision: group.revision + 1 });
      tables.log.push({ kind: "capacity changed", groupId, capacity });
      return true;
    });
}

export function changeGoal(counterId: string, goalTarget: number | null): OperatorChange {
  return async ({ tables, read, transact }) => {
    const counter = await read(() => tables.counters.get(counterId));
    return await transact(() => {
      if (counter === undefined) return true;
      const { version } = counter;
      if (tables.counters.get(counterId)?.version !== version) return false;
      tables.counters.set(counterId, { ...counter, goalTarget, version: version + 1 });
      tables.log.push({ kind: "goal changed", counterId, goalTarget });
      return true;
    });
  };
}

/** Changes which counts a counter takes, and whether its days start at a number. */
export function changeRules(counterId: string, rules: Partial<CounterRules>): OperatorChange {
  return async ({ tables, read, transact, nowMs }) => {
    const counter = await read(() => tables.counters.get(counterId));
    if (counter === undefined) return true;
    const { counter: after } = changeSettings(counter, rules, nowMs());
    return await transact(() => {
      if (tables.counters.get(counterId)?.version !== counter.version) return false;
      tables.counters.set(counterId, after);
      tables.logRules(after);
      if (rules.resetDaily) tables.joinDayStarts(after.updatedAt);
      return true;
    });
  };
}

export function changePlan(plan: Plan): OperatorChange {
  return async ({ tables, read, transact, nowMs }) => {
    const before = await read(() => tables.organization);
    return await transact(() => {
      const { revision, alertEpoch } = tables.organization;
      if (revision !== before.revision) return false;
      const createdAt = new Date(0).toISOString();
      const venue = { id: organizationId, name: "Venue", timeZone: "UTC", createdAt };
      const organization = { ...venue, plan: before.plan };
      const epoch = nextAlertEpoch({ organization, alertEpoch }, plan, nowMs());
      const changed = { plan, alertEpoch: epoch, revision: revision + 1 };
      tables.organization = { ...tables.organization, ...changed };
      const enterprise = plan === "enterprise";
      tables.log.push({ kind: "plan changed", enterprise, epoch, atMs: nowMs() });
      return true;
    });
  };
}

export type NewAlert = Pick<StoredAlert, "id" | "scope" | "targetId"> & AlertRule;

export interface AlertChangeOptions {
  /** False in a defect: a racing tap goes on as if the alert were not there. */
  raisesVersion: boolean;
}

/** Creates an alert, changes its rule, or resumes it: sets its state from the level. */
export function setAlert(alert: NewAlert, { raisesVersion }: AlertChangeOptions): OperatorChange {
  return async ({ tables, read, transact, nowMs }) => {
    const organization = await read(() => tables.organization);
    const before = await read(() => tables.alerts.get(alert.id));
    const target = await read(() => targetOf(tables, alert));
    const threshold = thresholdOf(alert, capacityInForce(alert, target.capacity));
    if (before === undefined && organization.plan !== "enterprise") return true;
    if (threshold === undefined || (alert.rearmBelow ?? threshold) > threshold) return true;
    const now = new Date(nowMs()).toISOString();
    const after: StoredAlert = {
      ...{ ...alert, organizationId, name: alert.id, paused: false, createdAt: now },
      ...{ state: stateAt(target.level, threshold), stateSince: now, stateEventId: null },
      ...{ position: target.position, epoch: organization.alertEpoch },
      revision: (before?.revision ?? 0) + 1,
    };
    return await transact(() => {
      const sameAlert = tables.alerts.get(alert.id)?.revision === before?.revision;
      const sameTarget = targetOf(tables, alert).revision === target.revision;
      const samePlan = before || tables.organization.revision === organization.revision;
      if (!sameAlert || !sameTarget || !samePlan) return false;
      tables.alerts.set(alert.id, after);
      addAlert(tables, alert, { alerts: before ? 0 : 1, raisesVersion });
      tables.log.push({ kind: "alert set", alert: after });
      return true;
    });
  };
}

/** Pauses or deletes an alert. */
export function endAlert(alertId: string, how: "paused" | "deleted"): OperatorChange {
  return async ({ tables, read, transact }) => {
    const before = await read(() => tables.alerts.get(alertId));
    return await transact(() => {
      if (before === undefined) return true;
      if (tables.alerts.get(alertId)?.revision !== before.revision) return false;
      const revision = before.revision + 1;
      if (how === "deleted") tables.alerts.delete(alertId);
      else tables.alerts.set(alertId, { ...before, paused: true, stateEventId: null, revision });
      addAlert(tables, before, { alerts: how === "deleted" ? -1 : 0, raisesVersion: false });
      const commit: Commit = { kind: `alert ${how}`, alertId };
      tables.log.push(commit);
      return true;
    });
  };
}

function memberOf(tables: Tables, groupId: string, counterId: string) {
  return tables.members.get(memberKey(groupId, counterId));
}

/** Adding needs no condition: a racing evaluation meets the next revision. */
function addToGroup(tables: Tables, groupId: string, { total = 0, members = 0, alerts = 0 }): void {
  const group = tables.groups.get(groupId);
  if (group === undefined) return;
  tables.groups.set(groupId, {
    ...group,
    total: group.total + BigInt(total),
    memberCount: group.memberCount + members,
    alertCount: group.alertCount + alerts,
    revision: group.revision + 1,
  });
}

function addAlert(
  tables: Tables,
  { scope, targetId }: Pick<StoredAlert, "scope" | "targetId">,
  { alerts, raisesVersion }: { alerts: number; raisesVersion: boolean },
): void {
  if (scope === "group") addToGroup(tables, targetId, { alerts });
  const counter = tables.counters.get(targetId);
  if (counter === undefined) return;
  const version = counter.version + (raisesVersion ? 1 : 0);
  tables.counters.set(targetId, { ...counter, alertCount: counter.alertCount + alerts, version });
}

function targetOf(tables: Tables, { scope, targetId }: Pick<StoredAlert, "scope" | "targetId">) {
  const group = scope === "group" ? tables.groups.get(targetId) : undefined;
  const counter = tables.counters.get(targetId);
  return {
    level: group ? levelOf(group.total) : (counter?.count ?? 0),
    capacity: group ? group.capacity : (counter?.goalTarget ?? null),
    position: counter?.lastEventId ?? 0,
    revision: group?.revision ?? counter?.version,
  };
}
