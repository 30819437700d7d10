import type { ResendRefusal } from "../../core/resend.ts";
import { OperatorError } from "./failure.ts";

export function noSuchDelivery(deliveryId: string): OperatorError {
  return new OperatorError(
    `there is no delivery with the id "${deliveryId}": it begins with dlv_, is kept for 30 days ` +
      "and appears once its first attempt has an outcome; see: delivery list",
  );
}

export function resendRefused(reason: ResendRefusal, deliveryId: string): OperatorError {
  if (reason === "no_such_delivery") return noSuchDelivery(deliveryId);
  return new OperatorError(`${deliveryId} cannot be sent again: ${refusalSentence[reason]}`);
}

/** Why a delivery is not sent again, for people. */
export const refusalSentence: Record<ResendRefusal, string> = {
  no_such_delivery: "it is not there any more",
  not_wanted: "it is not failed any more",
  being_sent: "it is being sent right now; see what becomes of it: delivery show",
  endpoint_deleted: "its endpoint was deleted",
  free_plan: "its organization is on the free plan; webhooks need Pro or Enterprise: org set-plan",
  event_gone: "the count event that it tells of is not stored any more",
  changed_meanwhile: "it changed at this very moment; look again: delivery show",
};

/** Holds for every delivery of an endpoint. */
export function endsRecovery(reason: ResendRefusal): boolean {
  return reason === "endpoint_deleted" || reason === "free_plan";
}
