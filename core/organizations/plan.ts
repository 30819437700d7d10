// What a plan includes. Without zod: the console's pages ask, too.

export const plans = ["free", "pro", "enterprise"] as const;
export type Plan = (typeof plans)[number];

/** As people read them. */
export const planNames: Record<Plan, string> = {
  free: "Free",
  pro: "Pro",
  enterprise: "Enterprise",
};

/** The cheapest plan with the read API and webhooks, contract §1. */
export const apiPlan = "pro" satisfies Plan;

/** The cheapest plan with threshold alerts, contract §6. */
export const alertsPlan = "enterprise" satisfies Plan;

export function planIncludesApi(plan: Plan): boolean {
  return plan !== "free";
}

export function planIncludesWebhooks(plan: Plan): boolean {
  return plan !== "free";
}

export function planIncludesAlerts(plan: Plan): boolean {
  return plan === "enterprise";
}

export interface RequestLimits {
  requestsPerMinute: number;
  requestsPerHour: number;
}

/** Requests per API key, contract §8. A plan without the read API has zero of both. */
export function requestLimits(plan: Plan): RequestLimits {
  return limitsByPlan[plan];
}

const limitsByPlan: Record<Plan, RequestLimits> = {
  free: { requestsPerMinute: 0, requestsPerHour: 0 },
  pro: { requestsPerMinute: 60, requestsPerHour: 1_000 },
  enterprise: { requestsPerMinute: 300, requestsPerHour: 10_000 },
};
