import type { Organization } from "../../../core/organizations/organization.ts";
import { planIncludesAlerts } from "../../../core/organizations/plan.ts";
import type { WebhookEndpoint } from "../../../core/webhooks/endpoint.ts";
import type { EndpointStatus } from "../../../core/webhooks/endpoint-status.ts";
import type { WebhookEventType } from "../../../core/webhooks/webhook-event.ts";
import { hint } from "../terminal/invocation.ts";
import { notice, plural } from "../terminal/output.ts";

/** Lists are lists in JSON, and in a line for people as they are typed. */
export function shownEndpoint({ json }: { json?: boolean }, endpoint: WebhookEndpoint) {
  if (json) return endpoint;
  const { events, filter, ...others } = endpoint;
  const named = filter && [...filter.counterIds, ...filter.groupIds];
  return { ...others, events: events.join(","), ...(named && { filter: named.join(",") }) };
}

/** The same in a table, where a filter of up to 100 ids has no room. */
export function listedEndpoint(options: { json?: boolean }, endpoint: WebhookEndpoint) {
  const shown = shownEndpoint(options, endpoint);
  const { filter } = endpoint;
  if (options.json || filter === undefined) return shown;
  const { counterIds, groupIds } = filter;
  const parts = [
    ...(counterIds.length > 0 ? [plural(counterIds.length, "counter")] : []),
    ...(groupIds.length > 0 ? [plural(groupIds.length, "group")] : []),
  ];
  return { ...shown, filter: parts.join(", ") || "nothing" };
}

/** An endpoint with its health, as fields. */
export function shownStatus(options: { json?: boolean }, status: EndpointStatus) {
  const { endpoint, ...health } = status;
  const { countsAreExact, ...shown } = health;
  return { ...shownEndpoint(options, endpoint), ...(options.json ? health : shown) };
}

/** The health of an endpoint in words. */
export function statusSentences(status: EndpointStatus): string[] {
  const { waiting, heldBack, failedLastDay, countsAreExact } = status;
  const atLeast = countsAreExact ? "" : "at least ";
  const wait = waiting === 1 ? "waits" : "wait";
  const held = `${capital(atLeast + plural(heldBack, "delivery"))} ${heldBack === 1 ? "was" : "were"}`;
  const { pausedAt } = status.endpoint;
  return [
    ...(pausedAt === undefined ? [] : [`It is paused since ${pausedAt}: nothing is sent to it.`]),
    outcomeSentence(status),
    `${capital(atLeast + plural(waiting, "delivery"))} ${wait} for a retry; ` +
      `${atLeast}${plural(failedLastDay, "delivery")} failed in the last 24 hours.`,
    ...(heldBack === 0 ? [] : [`${held} held back by a pause and can be recovered.`]),
    laneSentence(status.endpoint),
  ];
}

function outcomeSentence({ lastSuccessAt, failingSince, lastError }: EndpointStatus): string {
  if (failingSince !== null) {
    const before =
      lastSuccessAt === null ? "No delivery has succeeded yet" : `Last success: ${lastSuccessAt}`;
    return `Every attempt has failed since ${failingSince}: ${lastError}. ${before}.`;
  }
  if (lastSuccessAt === null) return "Nothing has been sent to it yet.";
  return `It accepts deliveries; last success: ${lastSuccessAt} (up to a minute behind).`;
}

export const newLaneSentence =
  "It starts in the lane of slow endpoints and moves to the fast one with its first prompt response.";

/** What the lane of an endpoint means; the times are those of core/webhooks/endpoint-health.ts. */
export function laneSentence({ lane }: Pick<WebhookEndpoint, "lane">): string {
  return lane === "fast"
    ? "It is in the fast lane. An attempt that takes 1 s or more moves it to the slow one."
    : "It is in the slow lane, apart from the others: an attempt took 1 s or more, or it has not " +
        "responded yet. A response within 0.7 s moves it to the fast one, a minute after its last " +
        "slow attempt at the earliest.";
}

export function noticeOnPlan({ id, plan }: Organization): void {
  if (plan !== "free") return;
  notice(
    "warning: on the free plan nothing is sent; webhooks need Pro or Enterprise: " +
      hint("org set-plan", id, "pro"),
  );
}

/** A subscription to alerts is allowed on every plan, and silent below Enterprise. */
export function noticeOnAlerts({ id, plan }: Organization, events: WebhookEventType[]): void {
  if (!events.includes("threshold.alert.fired") || planIncludesAlerts(plan)) return;
  notice(
    "note: threshold.alert.fired needs the Enterprise plan; no alert fires until the " +
      `organization is on Enterprise: ${hint("org set-plan", id, "enterprise")}`,
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
