import type { RandomBase62 } from "../base62.ts";
import type { Clock } from "../clock.ts";
import { compareFields } from "../compare-fields.ts";
import { isGroupId } from "../counters/counter.ts";
import { isCounterId } from "../counters/counter-names.ts";
import type { ChangedBy } from "../members/changed-by.ts";
import { type ChangeAudit, changeAudit } from "../members/member-audit.ts";
import type { OrganizationRecord, Plan } from "../organizations/organization.ts";
import { planIncludesAlerts } from "../organizations/plan.ts";
import {
  type AlertKey,
  type AlertRule,
  isAlertId,
  maximumAlerts,
  maximumAlertsPerTarget,
  newAlertId,
  pausedAlert,
  type StoredAlert,
} from "./alert.ts";
import { alertChanged, pauseChanged } from "./alert-audit.ts";
import type { AlertRegistry, SeenTarget } from "./alert-registry.ts";
import {
  bareRule,
  changeRule,
  checkRule,
  type RuleChange,
  type RuleRefusal,
} from "./alert-rule.ts";
import { type AlertStatus, alertStatus } from "./alert-status.ts";
import { stateAt } from "./evaluation.ts";
import type { TargetReference, WatchedTarget } from "./watched-target.ts";

export interface ManageAlertsPorts {
  alertRegistry: AlertRegistry;
  clock: Clock;
  randomBase62: RandomBase62;
}

export type AlertRefusal =
  | RuleRefusal
  | { reason: "plan_required"; plan: Plan }
  | { reason: "limit_reached"; of: "organization" | "target" }
  | { reason: "archived" }
  | { reason: "no_such_target" }
  | { reason: "no_such_alert" }
  | { reason: "no_such_organization" }
  /** An alert with this id exists, with other settings. */
  | { reason: "created_already"; name: string }
  /** Another person has set these fields to something else since they were seen. */
  | { reason: "conflict"; fields: string[] }
  /** The member may no longer manage alerts. */
  | { reason: "forbidden" };

/** `target` names what the refused alert watches, where that is known. */
export type RefusedAlert = { result: "refused"; refusal: AlertRefusal; target?: TargetReference };

export interface AlertSetup extends TargetReference {
  name: string;
  rule: RuleChange & Pick<AlertRule, "kind">;
}

/**
 * Creates an alert; its state is that of the present level, which does not fire it. An alert that has
 * the id already stays as it is, and is not `isNew`; one with other settings is a refusal. Here and below, a member's change is written with its audit entry.
 */
export async function createAlert(
  ports: ManageAlertsPorts,
  { name, rule: given, ...reference }: AlertSetup,
  by: ChangedBy,
  id = newAlertId(ports.randomBase62),
): Promise<{ result: "created"; status: AlertStatus; isNew: boolean } | RefusedAlert> {
  type Creation = Awaited<ReturnType<typeof createAlert>>;
  const { alertRegistry, clock } = ports;
  const { organizationId, scope, targetId } = reference;
  const possible = scope === "counter" ? isCounterId(targetId) : isGroupId(targetId);
  if (!possible) return refused({ reason: "no_such_target" }, reference);
  const rule = changeRule(bareRule(given.kind), given);
  const identified = { ...reference, alertId: id };
  const creation = await alertRegistry.create<Creation>(identified, (seen) => {
    const { organization, target, existing } = seen;
    if (existing !== undefined) {
      if (!hasSettings(existing, { name, ...reference, ...rule })) {
        const refusal: AlertRefusal = { reason: "created_already", name: existing.name };
        return { result: refused(refusal, reference) };
      }
      const status = alertStatus(existing, target, organization);
      return { result: { result: "created", status, isNew: false } };
    }
    const refusal = whyNoAlert(organization, target);
    if (refusal !== undefined) return { result: refused(refusal, reference) };
    const createdAt = new Date(clock.now()).toISOString();
    const fresh = { id, organizationId, name, scope, targetId, paused: false, createdAt };
    const set = setState({ ...fresh, ...rule, revision: 1 }, seen, createdAt);
    if ("refusal" in set) return { result: refused(set.refusal, reference) };
    const status = alertStatus(set.alert, target, organization);
    const audit = changeAudit(ports, by, {
      ...alertChanged(undefined, set.alert),
      action: "alert.create",
    });
    const result = { result: "created", status, isNew: true } as const;
    return { result, write: { ...set, setFromLevel: true, audit } };
  });
  if (creation === "forbidden") return refused({ reason: "forbidden" }, reference);
  return creation ?? refused({ reason: "no_such_organization" }, reference);
}

export interface AlertSettingsEdit {
  name?: string;
  rule: RuleChange;
  /**
   * What settings were when the person saw them; one that is absent is written unseen. Without it, the
   * last change holds, and the state is set anew where nothing differs, too.
   */
  seen?: Partial<Pick<StoredAlert, "name" | keyof AlertRule>>;
}

/** Changes name or rule; sets the state from the present level, which does not fire the alert. */
export async function updateAlert(
  ports: ManageAlertsPorts,
  key: AlertKey,
  { name, rule, seen }: AlertSettingsEdit,
  by: ChangedBy,
): Promise<{ result: "updated"; before: StoredAlert; status: AlertStatus } | RefusedAlert> {
  const updated = await changeFromLevel(ports, key, {
    changed(alert) {
      const settings = { name: name ?? alert.name, ...changeRule(ruleOf(alert), rule) };
      const after = { ...alert, ...settings };
      if (seen === undefined) return after;
      const { wanted, conflicting } = compareFields(alert, settings, seen);
      if (conflicting.length > 0) return { refusal: { reason: "conflict", fields: conflicting } };
      return Object.keys(wanted).length === 0 ? undefined : after;
    },
    auditOf: (before, after) =>
      changeAudit(ports, by, { ...alertChanged(before, after), action: "alert.update" }),
  });
  if (!("status" in updated)) return updated;
  const { before, status } = updated;
  return { result: "updated", before, status };
}

/** Ends a pause; sets the state from the present level, which does not fire the alert. */
export async function resumeAlert(
  ports: ManageAlertsPorts,
  key: AlertKey,
  by: ChangedBy,
): Promise<{ result: "resumed"; status: AlertStatus; changed: boolean } | RefusedAlert> {
  const resumed = await changeFromLevel(ports, key, {
    changed: (alert) => (alert.paused ? { ...alert, paused: false } : undefined),
    auditOf: (_, after) =>
      changeAudit(ports, by, { ...pauseChanged(after), action: "alert.resume" }),
  });
  if (!("status" in resumed)) return resumed;
  const { status, changed } = resumed;
  return { result: "resumed", status, changed };
}

/** Pauses an alert: counts after this neither fire it nor arm it again. */
export async function pauseAlert(
  ports: ManageAlertsPorts,
  key: AlertKey,
  by: ChangedBy,
): Promise<{ result: "paused"; status: AlertStatus; changed: boolean } | RefusedAlert> {
  type Pause = { result: "paused"; status: AlertStatus; changed: boolean };
  const { alertRegistry, clock } = ports;
  if (!isAlertId(key.alertId)) return refused({ reason: "no_such_alert" });
  const pause = await alertRegistry.change<Pause>(key, ({ organization, target, alert }) => {
    const changed = !alert.paused;
    const after = changed ? pausedAlert(alert, clock.now()) : alert;
    const status = alertStatus(after, target, organization);
    const result: Pause = { result: "paused", status, changed };
    if (!changed) return { result };
    const audit = changeAudit(ports, by, { ...pauseChanged(after), action: "alert.pause" });
    return { result, write: { alert: after, setFromLevel: false, audit } };
  });
  if (pause === "forbidden") return refused({ reason: "forbidden" });
  return pause ?? refused({ reason: "no_such_alert" });
}

/** Deletes an alert, also one that watches nothing any more. Its firings stay. */
export async function deleteAlert(
  ports: ManageAlertsPorts,
  key: AlertKey,
  by: ChangedBy,
): Promise<{ result: "deleted"; status: AlertStatus } | RefusedAlert> {
  const auditOf = (alert: StoredAlert) =>
    changeAudit(ports, by, { ...alertChanged(alert, undefined), action: "alert.delete" });
  const isPossible = isAlertId(key.alertId);
  const removed = isPossible ? await ports.alertRegistry.remove(key, auditOf) : undefined;
  if (removed === undefined) return refused({ reason: "no_such_alert" });
  if (removed === "forbidden") return refused({ reason: "forbidden" });
  const { alert, target, organization } = removed;
  return { result: "deleted", status: alertStatus(alert, target, organization) };
}

interface LevelChange {
  /** Undefined means that nothing changes. */
  changed(alert: StoredAlert): StoredAlert | { refusal: AlertRefusal } | undefined;
  auditOf(before: StoredAlert, after: StoredAlert): ChangeAudit;
}

/** Changes an alert and sets its state from the level; `before` is what the write replaced. */
async function changeFromLevel(
  { alertRegistry, clock }: ManageAlertsPorts,
  key: AlertKey,
  { changed, auditOf }: LevelChange,
): Promise<{ before: StoredAlert; status: AlertStatus; changed: boolean } | RefusedAlert> {
  type Change = Awaited<ReturnType<typeof changeFromLevel>>;
  if (!isAlertId(key.alertId)) return refused({ reason: "no_such_alert" });
  const change = await alertRegistry.change<Change>(key, ({ organization, target, alert }) => {
    const next = changed(alert);
    if (next === undefined) {
      const status = alertStatus(alert, target, organization);
      return { result: { before: alert, status, changed: false } };
    }
    if ("refusal" in next) return { result: refused(next.refusal, alert) };
    const now = new Date(clock.now()).toISOString();
    const set = setState(next, { organization, target }, now);
    if ("refusal" in set) return { result: refused(set.refusal, alert) };
    const status = alertStatus(set.alert, target, organization);
    const audit = auditOf(alert, set.alert);
    const result = { before: alert, status, changed: true };
    return { result, write: { ...set, setFromLevel: true, audit } };
  });
  if (change === "forbidden") return refused({ reason: "forbidden" });
  return change ?? refused({ reason: "no_such_alert" });
}

/** Why an organization may not have another alert on this target. */
function whyNoAlert(
  { organization: { plan }, alertCount }: OrganizationRecord,
  target: WatchedTarget | undefined,
): AlertRefusal | undefined {
  if (!planIncludesAlerts(plan)) return { reason: "plan_required", plan };
  if (target === undefined) return { reason: "no_such_target" };
  if (alertCount >= maximumAlerts) return { reason: "limit_reached", of: "organization" };
  if (target.alertCount >= maximumAlertsPerTarget) return { reason: "limit_reached", of: "target" };
  return undefined;
}

type Stateless = Omit<StoredAlert, "state" | "stateSince" | "stateEventId" | "position" | "epoch">;

/** The alert in the state that the target's level sets, or why its rule is refused there. */
function setState(
  alert: Stateless,
  { organization: { alertEpoch }, target }: SeenTarget,
  stateSince: string,
): { alert: StoredAlert } | { refusal: AlertRefusal } {
  if (target === undefined) return { refusal: { reason: "no_such_target" } };
  if (target.archived) return { refusal: { reason: "archived" } };
  const checked = checkRule(alert, target.capacity);
  if ("refusal" in checked) return checked;
  const state = stateAt(target.level, checked.threshold);
  const { position } = target;
  return {
    alert: { ...alert, state, stateSince, stateEventId: null, position, epoch: alertEpoch },
  };
}

function hasSettings(
  alert: StoredAlert,
  wanted: { name: string } & TargetReference & AlertRule,
): boolean {
  const has: Record<string, unknown> = { ...alert };
  return Object.entries(wanted).every(([setting, value]) => has[setting] === value);
}

function ruleOf({ kind, percent, at, capacity, rearmBelow }: StoredAlert): AlertRule {
  return { kind, percent, at, capacity, rearmBelow };
}

function refused(refusal: AlertRefusal, target?: TargetReference): RefusedAlert {
  if (target === undefined) return { result: "refused", refusal };
  const { organizationId, scope, targetId } = target;
  return { result: "refused", refusal, target: { organizationId, scope, targetId } };
}
