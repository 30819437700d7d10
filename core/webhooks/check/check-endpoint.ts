import type { CreationContext } from "../../clock.ts";
import { planIncludesWebhooks } from "../../organizations/plan.ts";
import type { EndpointKey, StoredEndpoint } from "../endpoint.ts";
import { type WebhookRequest, webhookRequest } from "../signed-request.ts";
import {
  newSigningSecret,
  type SealedSecret,
  type SecretOwner,
  type SigningSecrets,
  signingSecrets,
} from "../signing-secret.ts";
import type { WebhookEventType } from "../webhook-event.ts";
import type { CheckReport } from "./check-report.ts";
import { type CheckFinding, findings, isAccepted } from "./findings.ts";
import {
  type Forgery,
  forgeriesNotSent,
  forgeryFindings,
  oldTimestampMs,
} from "./forged-deliveries.ts";
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

export interface WantedCheck {
  eventType?: WebhookEventType | undefined;
  /** Whether to send two deliveries more, which a receiver that verifies refuses. */
  forged?: boolean | undefined;
}

/**
 * Sends a signed test delivery to an endpoint, also to one that is paused, and says what it found.
 * Nothing of it is stored, and the endpoint's health stays as it is. It takes 10 s at most, and with
 * forged deliveries 20 s.
 */
export async function checkEndpoint(
  ports: CheckEndpointPorts,
  key: EndpointKey,
  wanted: WantedCheck = {},
): Promise<EndpointCheck> {
  const endpoint = await ports.endpoint(key);
  if (endpoint === undefined) return { result: "no_such_endpoint" };
  if (!planIncludesWebhooks(endpoint.plan)) return { result: "plan_required" };
  const eventType = wanted.eventType ?? testedType(endpoint.events);
  const secrets = await signingSecrets(ports.openSecret, endpoint, key);
  const { randomBase62, now, lookAtReceiver } = ports;
  /** Each has an id of its own, and is made in the same way, whatever is wrong with it. */
  const made = (forgery?: Forgery) => {
    const nowMs = now();
    const delivery = testDelivery(key, eventType, { nowMs, randomBase62 });
    const signedBy = forgery === "wrong_signature" ? otherSecrets(secrets, randomBase62) : secrets;
    const signedMs = forgery === "old_timestamp" ? nowMs - oldTimestampMs : nowMs;
    const request = webhookRequest(delivery, { url: endpoint.url, ...signedBy, nowMs: signedMs });
    return { deliveryId: delivery.deliveryId, request };
  };
  const forged = (forgery: Forgery) => ({ forgery, ...made(forgery) });
  const { deliveryId, request } = made();
  const report = await lookAtReceiver(request);
  const accepted = isAccepted(report);
  const found = findings(report);
  if (wanted.forged && !accepted) found.push(forgeriesNotSent);
  else if (wanted.forged) {
    const both = [forged("wrong_signature"), forged("old_timestamp")];
    found.push(...(await forgeryFindings(lookAtReceiver, both)));
  }
  return { result: "checked", eventType, deliveryId, accepted, report, findings: found };
}

/** Secrets of the same form that nobody has. */
function otherSecrets(
  { standardSecrets }: SigningSecrets,
  randomBase62: CheckEndpointPorts["randomBase62"],
): SigningSecrets {
  const other = () => newSigningSecret(Buffer.from(randomBase62(32)));
  return {
    secret: other(),
    ...(standardSecrets && { standardSecrets: standardSecrets.map(other) }),
  };
}
