import type { RandomBase62 } from "../base62.ts";
import type { Clock } from "../clock.ts";
import { isCounterId } from "../counters/counter.ts";
import { isGroupId } from "../groups/group.ts";
import type { OrganizationRecord, Plan } from "../organizations/organization.ts";
import {
  type AlertKey,
  type AlertRule,
  isAlertId,
  maximumAlerts,
  maximumAlertsPerTarget,
  newAlertId,
  pausedAlert,
  planIncludesAlerts,
  type StoredAlert,
} from "./alert.ts";
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
  | { reason: "no_such_organization" };

/** `target` names what the refused alert watches, where that is known. */
export type RefusedAlert = { result: "refused"; refusal: AlertRefusal; target?: TargetReference };

export interface AlertSetup extends TargetReference {
  name: string;
  rule: RuleChange & Pick<AlertRule, "kind">;
}

/** Creates an alert; its state is that of the present level, which does not fire it. */
export async function createAlert(
  { alertRegistry, clock, randomBase62 }: ManageAlertsPorts,
  { name, rule: given, ...reference }: AlertSetup,
): Promise<{ result: "created"; status: AlertStatus } | RefusedAlert> {
  type Creation = Awaited<ReturnType<typeof createAlert>>;
  const { organizationId, scope, targetId } = reference;
  const possible = scope === "counter" ? isCounterId(targetId) : isGroupId(targetId);
  if (!possible) return refused({ reason: "no_such_target" }, reference);
  const rule = changeRule(bareRule(given.kind), given);
  const id = newAlertId(randomBase62);
  const creation = await alertRegistry.create<Creation>(reference, ({ organization, target }) => {
    const refusal = whyNoAlert(organization, target);
    if (refusal !== undefined) return { result: refused(refusal, reference) };
    const createdAt = new Date(clock.now()).toISOString();
    const fresh = { id, organizationId, name, scope, targetId, paused: false, createdAt };
    const seen = { organization, target };
    const set = setState({ ...fresh, ...rule, revision: 1 }, seen, createdAt);
    if ("refusal" in set) return { result: refused(set.refusal, reference) };
    const status = alertStatus(set.alert, target, organization);
    return { result: { result: "created", status }, write: { ...set, setFromLevel: true } };
  });
  return creation ?? refused({ reason: "no_such_organization" }, reference);
}

export interface AlertChange {
  name?: string;
  rule: RuleChange;
}

/** Changes name or rule; sets the state from the present level, which does not fire the alert. */
export async function updateAlert(
  ports: Omit<ManageAlertsPorts, "randomBase62">,
  key: AlertKey,
  { name, rule }: AlertChange,
): Promise<{ result: "updated"; status: AlertStatus } | RefusedAlert> {
  const updated = await changeFromLevel(ports, key, (alert) => ({
    ...alert,
    ...changeRule(ruleOf(alert), rule),
    ...(name !== undefined && { name }),
  }));
  return "status" in updated ? { result: "updated", status: updated.status } : updated;
}

/** Ends a pause; sets the state from the present level, which does not fire the alert. */
export async function resumeAlert(
  ports: Omit<ManageAlertsPorts, "randomBase62">,
  key: AlertKey,
): Promise<{ result: "resumed"; status: AlertStatus; changed: boolean } | RefusedAlert> {
  const resumed = await changeFromLevel(ports, key, (alert) =>
    alert.paused ? { ...alert, paused: false } : undefined,
  );
  return "status" in resumed ? { ...resumed, result: "resumed" } : resumed;
}

/** Pauses an alert: counts after this neither fire it nor arm it again. */
export async function pauseAlert(
  { alertRegistry, clock }: Omit<ManageAlertsPorts, "randomBase62">,
  key: AlertKey,
): Promise<{ result: "paused"; status: AlertStatus; changed: boolean } | RefusedAlert> {
  type Pause = { result: "paused"; status: AlertStatus; changed: boolean };
  if (!isAlertId(key.alertId)) return refused({ reason: "no_such_alert" });
  const pause = await alertRegistry.change<Pause>(key, ({ organization, target, alert }) => {
    const changed = !alert.paused;
    const after = changed ? pausedAlert(alert, clock.now()) : alert;
    const status = alertStatus(after, target, organization);
    const result: Pause = { result: "paused", status, changed };
    return changed ? { result, write: { alert: after, setFromLevel: false } } : { result };
  });
  return pause ?? refused({ reason: "no_such_alert" });
}

/** Deletes an alert, also one that watches nothing any more. Its firings stay. */
export async function deleteAlert(
  { alertRegistry }: Pick<ManageAlertsPorts, "alertRegistry">,
  key: AlertKey,
): Promise<{ result: "deleted"; status: AlertStatus } | RefusedAlert> {
  const removed = isAlertId(key.alertId) ? await alertRegistry.remove(key) : undefined;
  if (removed === undefined) return refused({ reason: "no_such_alert" });
  const { alert, target, organization } = removed;
  return { result: "deleted", status: alertStatus(alert, target, organization) };
}

/** Changes an alert and sets its state from the level; undefined means that nothing changes. */
async function changeFromLevel(
  { alertRegistry, clock }: Omit<ManageAlertsPorts, "randomBase62">,
  key: AlertKey,
  changed: (alert: StoredAlert) => StoredAlert | undefined,
): Promise<{ status: AlertStatus; changed: boolean } | RefusedAlert> {
  type Change = Awaited<ReturnType<typeof changeFromLevel>>;
  if (!isAlertId(key.alertId)) return refused({ reason: "no_such_alert" });
  const change = await alertRegistry.change<Change>(key, ({ organization, target, alert }) => {
    const next = changed(alert);
    if (next === undefined) {
      return { result: { status: alertStatus(alert, target, organization), changed: false } };
    }
    const now = new Date(clock.now()).toISOString();
    const set = setState(next, { organization, target }, now);
    if ("refusal" in set) return { result: refused(set.refusal, alert) };
    const status = alertStatus(set.alert, target, organization);
    return { result: { status, changed: true }, write: { ...set, setFromLevel: true } };
  });
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

function ruleOf({ kind, percent, at, capacity, rearmBelow }: StoredAlert): AlertRule {
  return { kind, percent, at, capacity, rearmBelow };
}

function refused(refusal: AlertRefusal, target?: TargetReference): RefusedAlert {
  if (target === undefined) return { result: "refused", refusal };
  const { organizationId, scope, targetId } = target;
  return { result: "refused", refusal, target: { organizationId, scope, targetId } };
}
