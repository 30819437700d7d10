import type { ResendRefusal, ResendResult } from "../../../core/webhooks/resend.ts";
import { OperatorError } from "../terminal/failure.ts";
import { hint } from "../terminal/invocation.ts";

export function noSuchDelivery(deliveryId: string): OperatorError {
  return new OperatorError(
    `there is no delivery with the id "${deliveryId}": it begins with dlv_, is kept for 30 days ` +
      "and appears once its first attempt has an outcome; see: " +
      hint("delivery list", "--endpoint", "ENDPOINT"),
    { code: "NOT_FOUND" },
  );
}

type Refused = Extract<ResendResult, { result: "refused" }>;

export function resendRefused(refused: Refused, deliveryId: string): OperatorError {
  if (refused.reason === "no_such_delivery") return noSuchDelivery(deliveryId);
  return new OperatorError(
    `${deliveryId} cannot be sent again: ${whyRefused(refused, deliveryId)}`,
    { code: refused.reason === "free_plan" ? "PLAN_REQUIRED" : "CONFLICT" },
  );
}

/** Why a delivery is not sent again, for people. */
export function whyRefused({ reason, before }: Refused, deliveryId: string): string {
  switch (reason) {
    case "no_such_delivery":
      return "it is not there any more";
    case "not_wanted":
      return "it is not failed any more";
    case "being_sent":
      return `it is being sent now; see what becomes of it: ${hint("delivery show", deliveryId)}`;
    case "endpoint_deleted":
      return "its endpoint was deleted";
    case "free_plan":
      return (
        "its organization is on the free plan; webhooks need Pro or Enterprise: " +
        hint("org set-plan", before?.organizationId ?? "ORG", "pro")
      );
    case "event_gone":
      return "the count event that it tells of is not stored any more";
    case "changed_meanwhile":
      return `it has just changed; look again: ${hint("delivery show", deliveryId)}`;
  }
}

/** Holds for every delivery of an endpoint. */
export function endsRecovery(reason: ResendRefusal): boolean {
  return reason === "endpoint_deleted" || reason === "free_plan";
}
