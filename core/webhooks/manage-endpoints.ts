import type { CreationContext } from "../clock.ts";
import {
  type EndpointKey,
  type EndpointSetup,
  newWebhookEndpoint,
  type StoredEndpoint,
  WebhookEndpoint,
} from "./endpoint.ts";
import { type ReceiverAddressPorts, receiverAddresses } from "./endpoint-url.ts";
import { newSigningSecret, type SealedSecret, type SecretOwner } from "./signing-secret.ts";
import type { WebhookEventType } from "./webhook-event.ts";

export interface EndpointChange {
  url?: string;
  events?: WebhookEventType[];
}

/** Stores the endpoints of organizations; nothing that it returns contains a secret. */
export interface EndpointRegistry {
  /**
   * Stores an endpoint, unless `whyNoEndpoint` returns a reason, whatever changes at the same time.
   */
  create(
    stored: Omit<StoredEndpoint, "plan">,
  ): Promise<"created" | "limit_reached" | "plan_required" | "no_such_organization">;
  get(key: EndpointKey): Promise<WebhookEndpoint | undefined>;
  /** Oldest first. */
  list(organizationId: string): Promise<WebhookEndpoint[]>;
  update(key: EndpointKey, change: EndpointChange): Promise<WebhookEndpoint | undefined>;
  /** Each pending delivery is cancelled when its next attempt is due. */
  remove(key: EndpointKey): Promise<WebhookEndpoint | undefined>;
}

export interface ManageEndpointsPorts
  extends ReceiverAddressPorts,
    Pick<CreationContext, "randomBase62"> {
  endpointRegistry: EndpointRegistry;
  sealSecret(secret: string, owner: SecretOwner): Promise<SealedSecret>;
  now(): number;
}

interface RefusedUrl {
  result: "url_refused";
  reason: string;
}

export type CreateEndpointResult =
  /** With the signing secret, which nobody can read again. */
  | { result: "created"; endpoint: WebhookEndpoint; secret: string }
  | RefusedUrl
  | { result: "limit_reached" | "plan_required" | "no_such_organization" };

export async function createEndpoint(
  ports: ManageEndpointsPorts,
  setup: EndpointSetup,
): Promise<CreateEndpointResult> {
  const refused = await refusedUrl(ports, setup.url);
  if (refused !== undefined) return refused;
  const { randomBase62 } = ports;
  const endpoint = newWebhookEndpoint(setup, { nowMs: ports.now(), randomBase62 });
  const secret = newSigningSecret();
  const owner = { organizationId: endpoint.organizationId, endpointId: endpoint.id };
  const sealed = await ports.sealSecret(secret, owner);
  const result = await ports.endpointRegistry.create({ ...endpoint, ...sealed });
  return result === "created" ? { result, endpoint, secret } : { result };
}

export type UpdateEndpointResult =
  | { result: "updated"; endpoint: WebhookEndpoint }
  | RefusedUrl
  | { result: "no_such_endpoint" };

/** Changes the URL or the events of an endpoint; its secret stays. */
export async function updateEndpoint(
  ports: ReceiverAddressPorts & Pick<ManageEndpointsPorts, "endpointRegistry">,
  key: EndpointKey,
  change: EndpointChange,
): Promise<UpdateEndpointResult> {
  const refused = change.url === undefined ? undefined : await refusedUrl(ports, change.url);
  if (refused !== undefined) return refused;
  const endpoint = await ports.endpointRegistry.update(key, change);
  if (endpoint === undefined) return { result: "no_such_endpoint" };
  return { result: "updated", endpoint };
}

export type DeleteEndpointResult =
  | { result: "deleted"; endpoint: WebhookEndpoint }
  | { result: "no_such_endpoint" };

export async function deleteEndpoint(
  { endpointRegistry }: Pick<ManageEndpointsPorts, "endpointRegistry">,
  key: EndpointKey,
): Promise<DeleteEndpointResult> {
  const endpoint = await endpointRegistry.remove(key);
  if (endpoint === undefined) return { result: "no_such_endpoint" };
  return { result: "deleted", endpoint };
}

export interface EndpointStatus {
  endpoint: WebhookEndpoint;
  /** ISO 8601; may lag behind by a minute. */
  lastSuccessAt: string | null;
  /** The first failure since the last success. */
  failingSince: string | null;
  lastError: string | null;
  /** Deliveries that wait for a retry. */
  waiting: number;
  /** Deliveries that failed in the last 24 hours. */
  failedLastDay: number;
  /** False where the two counts are only lower bounds, because there are too many to count. */
  countsAreExact: boolean;
}

export interface EndpointStatusPorts {
  stored(key: EndpointKey): Promise<StoredEndpoint | undefined>;
  countDeliveries(endpointId: string, options: { failedSinceMs: number }): Promise<DeliveryCounts>;
  now(): number;
}

/** Counts of an endpoint's deliveries; both stop at `mostCounted`. */
export interface DeliveryCounts {
  waiting: number;
  failed: number;
  exact: boolean;
}

export const mostCounted = 10_000;

const dayMs = 86_400_000;

/** The health of an endpoint, and how many of its deliveries wait or have failed. */
export async function endpointStatus(
  ports: EndpointStatusPorts,
  key: EndpointKey,
): Promise<EndpointStatus | undefined> {
  const stored = await ports.stored(key);
  if (stored === undefined) return undefined;
  const failedSinceMs = ports.now() - dayMs;
  const counts = await ports.countDeliveries(key.endpointId, { failedSinceMs });
  return {
    endpoint: WebhookEndpoint.parse(stored),
    lastSuccessAt: timeOf(stored.lastSuccessAtMs),
    failingSince: timeOf(stored.failingSinceMs),
    lastError: stored.lastError ?? null,
    waiting: counts.waiting,
    failedLastDay: counts.failed,
    countsAreExact: counts.exact,
  };
}

function timeOf(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}

async function refusedUrl(
  ports: ReceiverAddressPorts,
  url: string,
): Promise<RefusedUrl | undefined> {
  const found = await receiverAddresses(url, ports);
  if (found.result === "allowed") return undefined;
  const reason =
    found.result === "unresolved" ? `the host name ${found.host} does not resolve` : found.reason;
  return { result: "url_refused", reason };
}
