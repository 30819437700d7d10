import type { Organization } from "../../../core/organizations/organization.ts";
import type { WebhookEndpoint } from "../../../core/webhooks/endpoint.ts";
import type { WebhookEventType } from "../../../core/webhooks/webhook-event.ts";
import { hint } from "../terminal/invocation.ts";
import { notice } from "../terminal/output.ts";

/** A document for programs has the events as a list, a line for people as they are given. */
export function shownEndpoint({ json }: { json?: boolean }, endpoint: WebhookEndpoint) {
  return json ? endpoint : { ...endpoint, events: endpoint.events.join(",") };
}

export const newLaneSentence =
  "It starts in the lane of slow endpoints and moves to the fast one with its first prompt answer.";

/** What its lane says about an endpoint; the times are those of core/lane.ts. */
export function laneSentence({ lane }: Pick<WebhookEndpoint, "lane">): string {
  return lane === "fast"
    ? "It is in the fast lane: it answers promptly. An attempt that waits 1 s moves it to the slow one."
    : "It is in the slow lane, apart from the others: an attempt waited 1 s or more, or it has not " +
        "answered yet. An answer within 0.7 s moves it to the fast one.";
}

export function noticeOnPlan({ id, plan }: Organization): void {
  if (plan !== "free") return;
  notice(
    "warning: on the free plan nothing is sent; webhooks need Pro or Enterprise: " +
      hint("org set-plan", id, "pro"),
  );
}

export function noticeOnAlerts(events: WebhookEventType[]): void {
  if (!events.includes("threshold.alert.fired")) return;
  notice(
    "note: threshold.alert.fired comes with Enterprise capacity alerts, of which there are none yet",
  );
}
