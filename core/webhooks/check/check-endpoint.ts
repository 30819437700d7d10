import type { CreationContext } from "../../clock.ts";
import { planIncludesWebhooks } from "../../organizations/plan.ts";
import type { EndpointKey, StoredEndpoint } from "../endpoint.ts";
import { type WebhookRequest, webhookRequest } from "../signed-request.ts";
import { type SealedSecret, type SecretOwner, signingSecrets } from "../signing-secret.ts";
import type { WebhookEventType } from "../webhook-event.ts";
import type { CheckReport } from "./check-report.ts";
import { type CheckFinding, findings, isAccepted } from "./findings.ts";
import { testDelivery, testedType } from "./test-event.ts";

export interface CheckEndpointPorts extends Pick<CreationContext, "randomBase62"> {
  endpoint(key: EndpointKey): Promise<StoredEndpoint | undefined>;
  openSecret(sealed: SealedSecret, owner: SecretOwner): Promise<string>;
  /** Sends the request as a delivery is sent, and reports the way there. */
  lookAtReceiver(request: WebhookRequest): Promise<CheckReport>;
  now(): number;
}

export type EndpointCheck =
  | {
      result: "checked";
      eventType: WebhookEventType;
      deliveryId: string;
      /** Whether the test delivery was accepted. */
      accepted: boolean;
      report: CheckReport;
      findings: CheckFinding[];
    }
  | { result: "no_such_endpoint" | "plan_required" };

/**
 * Sends a signed test delivery to an endpoint, also to one that is paused, and says what it found.
 * Nothing of it is stored, and the endpoint's health stays as it is.
 */
export async function checkEndpoint(
  ports: CheckEndpointPorts,
  key: EndpointKey,
  wanted?: WebhookEventType,
): Promise<EndpointCheck> {
  const endpoint = await ports.endpoint(key);
  if (endpoint === undefined) return { result: "no_such_endpoint" };
  if (!planIncludesWebhooks(endpoint.plan)) return { result: "plan_required" };
  const eventType = wanted ?? testedType(endpoint.events);
  const secrets = await signingSecrets(ports.openSecret, endpoint, key);
  const nowMs = ports.now();
  const { randomBase62 } = ports;
  const delivery = testDelivery(key, eventType, { nowMs, randomBase62 });
  const request = webhookRequest(delivery, { url: endpoint.url, ...secrets, nowMs });
  const report = await ports.lookAtReceiver(request);
  const { deliveryId } = delivery;
  const accepted = isAccepted(report);
  return {
    result: "checked",
    eventType,
    deliveryId,
    accepted,
    report,
    findings: findings(report),
  };
}
