import type { AlertRule } from "../../core/alerts/alert.ts";
import type { RuleChange } from "../../core/alerts/alert-rule.ts";
import { createAlert } from "../../core/alerts/manage-alerts.ts";
import type { TargetReference } from "../../core/alerts/watched-target.ts";
import { operatorNamed } from "../../core/members/changed-by.ts";
import type { WebhookEventType } from "../../core/webhooks/webhook-event.ts";
import { createCustomer, realisticNames } from "../service/customer.ts";
import { createEndpoints, type WebhookCustomer } from "../webhooks/webhook-customer.ts";
import type { WebhookStack } from "../webhooks/webhook-stack.ts";

const counterCount = 20;

/** More people than are ever counted here: alerts that depend on it stay silent. */
const capacity = 1_000_000;

/** A hall with 20 entrances, each with a counter of its own, which has no alerts yet. */
export async function createHall(
  stack: WebhookStack,
  { events }: { events?: WebhookEventType[] } = {},
): Promise<WebhookCustomer> {
  const names = realisticNames(counterCount);
  const { organization, counters } = await createCustomer(stack, names, { groupName: "Hall 3" });
  const endpoints = events
    ? await createEndpoints(stack, organization, { paths: ["/hall"], events })
    : [];
  return { organization, counters, endpoints };
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
    const created = await createAlert(
      stack.stores,
      { ...target, name: "Alert", rule },
      operatorNamed("bench"),
    );
    if (created.result !== "created") throw new Error(`no alert: ${created.refusal.reason}`);
  }
}

/** The hall as the target of an alert. */
export function groupTarget({ organization, counters }: WebhookCustomer): TargetReference {
  const targetId = counters[0]?.groupId ?? "";
  return { organizationId: organization.id, scope: "group", targetId };
}
