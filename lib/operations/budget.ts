import { Stack } from "aws-cdk-lib";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import type { Construct } from "constructs";
import { topicOf } from "../alarms/service-alarm.ts";
import type { Configuration } from "../configuration.ts";

/**
 * Tells the topic of tickets when the month's costs of everything with the tag `stack` reach 80 % of the
 * budget, and when they are expected to exceed it. Makes nothing without a budget.
 */
export function budgetAlarm(scope: Construct, configuration: Configuration): void {
  const { monthlyBudgetDollars } = configuration;
  const topicArn = topicOf("ticket", configuration);
  if (monthlyBudgetDollars === undefined || topicArn === undefined) return;
  const { stackName } = Stack.of(scope);
  const notifyAt = (notificationType: "ACTUAL" | "FORECASTED", threshold: number) => ({
    notification: {
      notificationType,
      threshold,
      thresholdType: "PERCENTAGE",
      comparisonOperator: "GREATER_THAN",
    },
    subscribers: [{ subscriptionType: "SNS", address: topicArn }],
  });
  new CfnBudget(scope, "Budget", {
    budget: {
      budgetName: `${stackName}-${Stack.of(scope).region}`,
      budgetType: "COST",
      timeUnit: "MONTHLY",
      budgetLimit: { amount: monthlyBudgetDollars, unit: "USD" },
      costFilters: { TagKeyValue: [`user:${stackTag}$${stackName}`] },
    },
    resourceTags: [{ key: stackTag, value: stackName }],
    notificationsWithSubscribers: [notifyAt("ACTUAL", 80), notifyAt("FORECASTED", 100)],
  });
}

/** The tag of every resource that has tags; its value is the name of the stack. */
export const stackTag = "stack";
