import { setTimeout as delay } from "node:timers/promises";
import type { AlertRule } from "../../core/alerts/alert.ts";
import type { RuleChange } from "../../core/alerts/alert-rule.ts";
import { createAlert } from "../../core/alerts/manage-alerts.ts";
import type { TargetReference } from "../../core/alerts/watched-target.ts";
import type { GroupKey } from "../../core/groups/group.ts";
import { createGroup } from "../../core/groups/group-changes.ts";
import { operatorNamed } from "../../core/members/changed-by.ts";
import type { WebhookEventType } from "../../core/webhooks/webhook-event.ts";
import {
  createCustomer,
  realisticNames,
  saveCounters,
  unsavedCounter,
} from "../service/customer.ts";
import type { Tap } from "../service/tapper.ts";
import { createEndpoints, type WebhookCustomer } from "../webhooks/webhook-customer.ts";
import type { WebhookStack } from "../webhooks/webhook-stack.ts";

const counterCount = 20;

/** More people than are ever counted here: alerts that depend on it stay silent. */
const capacity = 1_000_000;

/** A hall with 20 entrances, each with a counter of its own. */
export interface Hall extends WebhookCustomer {
  group: GroupKey;
}

/** Creates an Enterprise organization with one group of 20 counters, which has no alerts yet. */
export async function createHall(
  stack: WebhookStack,
  { events }: { events?: WebhookEventType[] } = {},
): Promise<Hall> {
  const { organization } = await createCustomer(stack, []);
  const created = await createGroup(
    stack.stores,
    { organizationId: organization.id, group: { name: "Hall 3", capacity } },
    operatorNamed("bench"),
  );
  if (created.result !== "created") throw new Error(`no group: ${created.result}`);
  const { id: groupId } = created.group;
  const names = realisticNames(counterCount);
  const counters = names.map((name) => unsavedCounter(organization, name, groupId));
  await saveCounters(stack.stores, counters);
  const endpoints = events
    ? await createEndpoints(stack, organization, { paths: ["/hall"], events })
    : [];
  return { organization, counters, endpoints, group: { organizationId: organization.id, groupId } };
}

type Rule = RuleChange & Pick<AlertRule, "kind">;

/** Four alerts that stay silent. */
const silentRules: Rule[] = [
  { kind: "at_capacity", capacity },
  { kind: "percent", percent: 90, capacity },
  { kind: "percent", percent: 50, capacity },
  { kind: "absolute", at: capacity / 10, rearmBelow: capacity / 20 },
];

/** Creates five alerts: four that stay silent, and one that fires at this level, by default silent too. */
export async function createFiveAlerts(
  stack: WebhookStack,
  target: TargetReference,
  { at = capacity / 2 }: { at?: number } = {},
): Promise<void> {
  for (const rule of [...silentRules, { kind: "absolute" as const, at }]) {
    await createOneAlert(stack, target, rule);
  }
}

export async function createOneAlert(
  stack: WebhookStack,
  target: TargetReference,
  rule: Rule,
): Promise<void> {
  const created = await createAlert(
    stack.stores,
    { ...target, name: "Alert", rule },
    operatorNamed("bench"),
  );
  if (created.result !== "created") throw new Error(`no alert: ${created.refusal.reason}`);
}

/** The group as the target of an alert. */
export function groupTarget({ group: { organizationId, groupId } }: Hall): TargetReference {
  return { organizationId, scope: "group", targetId: groupId };
}

/** The group's total as evaluation has stored it. */
export async function storedTotal({ stores }: WebhookStack, { group }: Hall): Promise<bigint> {
  const stored = await stores.groups.get(group);
  if (stored === undefined) throw new Error("the group is gone");
  return stored.total;
}

/** Waits until evaluation has applied the newest of each counter's taps. */
export async function untilEvaluated(
  { stores }: WebhookStack,
  { group }: Hall,
  taps: Tap[],
): Promise<void> {
  const newest = new Map<string, number>();
  for (const { counterId, lastEventId } of taps) {
    newest.set(counterId, Math.max(lastEventId, newest.get(counterId) ?? 0));
  }
  const longestWaitMs = 120_000;
  const deadline = performance.now() + longestWaitMs;
  for (;;) {
    const members = await stores.groups.allMembers(group);
    const behind = members.filter(
      ({ counterId, lastEventId }) => lastEventId < (newest.get(counterId) ?? 0),
    );
    if (behind.length === 0) return;
    if (performance.now() > deadline) throw new Error(`${behind.length} counters are behind`);
    await delay(50);
  }
}
