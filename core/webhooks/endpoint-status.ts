import { type EndpointKey, type StoredEndpoint, WebhookEndpoint } from "./endpoint.ts";

export interface EndpointStatus {
  endpoint: WebhookEndpoint;
  /** ISO 8601; may lag behind by a minute. */
  lastSuccessAt: string | null;
  /** The first failure since the last success. */
  failingSince: string | null;
  lastError: string | null;
  /** Deliveries that wait for a retry. */
  waiting: number;
  /** Deliveries that a pause ended, and that no recovery has sent yet. */
  heldBack: number;
  /** Deliveries that failed in the last 24 hours. */
  failedLastDay: number;
  /** False where the three counts are only lower bounds, because there are too many to count. */
  countsAreExact: boolean;
}

export interface EndpointStatusPorts {
  endpoint(key: EndpointKey): Promise<StoredEndpoint | undefined>;
  countDeliveries(endpointId: string, options: { failedSinceMs: number }): Promise<DeliveryCounts>;
  now(): number;
}

/** Counts of an endpoint's deliveries; each stops at `maximumCounted`. */
export interface DeliveryCounts {
  waiting: number;
  heldBack: number;
  failed: number;
  exact: boolean;
}

export const maximumCounted = 10_000;

const dayMs = 86_400_000;

/** The health of an endpoint, and how many of its deliveries wait, are held back or have failed. */
export async function endpointStatus(
  ports: EndpointStatusPorts,
  key: EndpointKey,
): Promise<EndpointStatus | undefined> {
  const stored = await ports.endpoint(key);
  return stored && (await statusOf(ports, stored));
}

/** The same of an endpoint that was read already. */
export async function statusOf(
  ports: Omit<EndpointStatusPorts, "stored">,
  stored: StoredEndpoint,
): Promise<EndpointStatus> {
  const failedSinceMs = ports.now() - dayMs;
  const counts = await ports.countDeliveries(stored.id, { failedSinceMs });
  return {
    endpoint: WebhookEndpoint.parse(stored),
    lastSuccessAt: timeOf(stored.lastSuccessAtMs),
    failingSince: timeOf(stored.failingSinceMs),
    lastError: stored.lastError ?? null,
    waiting: counts.waiting,
    heldBack: counts.heldBack,
    failedLastDay: counts.failed,
    countsAreExact: counts.exact,
  };
}

function timeOf(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}
