import { setTimeout as delay } from "node:timers/promises";
import type { StoredCounter } from "../../core/counters/counter.ts";
import { operatorNamed } from "../../core/members/changed-by.ts";
import type { Organization } from "../../core/organizations/organization.ts";
import { deriveDeliveryId } from "../../core/webhooks/delivery-id.ts";
import type { WebhookEndpoint } from "../../core/webhooks/endpoint.ts";
import type { Lane } from "../../core/webhooks/endpoint-health.ts";
import { createEndpoint } from "../../core/webhooks/manage-endpoints.ts";
import type { WebhookEventType } from "../../core/webhooks/webhook-event.ts";
import { createCustomer, realisticNames } from "../service/customer.ts";
import type { Tap } from "../service/tapper.ts";
import type { Arrival } from "./receiver.ts";
import type { WebhookStack } from "./webhook-stack.ts";

/** An organization whose taps are sent to endpoints of its own. */
export interface WebhookCustomer {
  organization: Organization;
  counters: StoredCounter[];
  endpoints: WebhookEndpoint[];
}

export async function createWebhookCustomer(
  stack: WebhookStack,
  { counterCount, paths }: { counterCount: number; paths: string[] },
): Promise<WebhookCustomer> {
  const { organization, counters } = await createCustomer(stack, realisticNames(counterCount));
  const events: WebhookEventType[] = ["counter.increment", "counter.decrement"];
  const endpoints = await createEndpoints(stack, organization, { paths, events });
  return { organization, counters, endpoints };
}

/** Endpoints at the receiver, one for each path. */
export async function createEndpoints(
  { stores, receiver }: WebhookStack,
  { id: organizationId }: Organization,
  { paths, events }: { paths: string[]; events: WebhookEventType[] },
): Promise<WebhookEndpoint[]> {
  const endpoints: WebhookEndpoint[] = [];
  for (const path of paths) {
    const url = `${receiver.url}${path}`;
    const created = await createEndpoint(
      stores,
      { organizationId, url, events },
      operatorNamed("bench"),
    );
    if (created.result !== "created") throw new Error(`no endpoint: ${created.result}`);
    endpoints.push(created.endpoint);
  }
  return endpoints;
}

/**
 * Taps until each endpoint has earned the fast lane, and then enough at once that as many
 * environments run as will ever be needed, their code compiled. What came is forgotten.
 */
export async function warmUp(
  stack: WebhookStack,
  { counters, endpoints }: WebhookCustomer,
  deliveries = 1_000,
): Promise<void> {
  await stack.tapper.tap({ counters, count: 1 });
  await stack.receiver.waitFor(endpoints.length);
  while (!(await allIn(stack, { endpoints, lane: "fast" }))) await delay(50);
  const count = Math.ceil(deliveries / endpoints.length);
  await stack.tapper.tap({ counters, count });
  await stack.receiver.waitFor((1 + count) * endpoints.length);
  await waitAndClearLogs(stack);
}

/** Waits until nothing is under way, and clears what the logs and the receiver have recorded. */
export async function waitAndClearLogs(stack: WebhookStack): Promise<void> {
  const { receiver, evaluations, dispatches, delivers } = stack;
  await evaluations.quiet();
  await dispatches.quiet();
  await delivers.quiet();
  evaluations.take();
  dispatches.take();
  delivers.take();
  await receiver.take();
}

async function allIn(
  { stores }: WebhookStack,
  { endpoints, lane }: { endpoints: WebhookEndpoint[]; lane: Lane },
): Promise<boolean> {
  const stored = await Promise.all(
    endpoints.map(({ id: endpointId, organizationId }) =>
      stores.endpoints.get({ organizationId, endpointId }),
    ),
  );
  return stored.every((endpoint) => endpoint?.lane === lane);
}

export function onlyEndpoint([endpoint]: WebhookEndpoint[]): WebhookEndpoint {
  if (endpoint === undefined) throw new Error("no endpoint");
  return endpoint;
}

/** Milliseconds from each commit to the first arrival of its delivery, of those that arrived. */
export function latenciesOf(
  deliveries: { deliveryId: string; committedMs: number }[],
  arrivals: Arrival[],
): number[] {
  const atMs = new Map(arrivals.toReversed().map((one) => [one.deliveryId, one.atMs]));
  return deliveries.flatMap(({ deliveryId, committedMs }) => {
    const received = atMs.get(deliveryId);
    return received === undefined ? [] : [received - committedMs];
  });
}

/** The id of the delivery of a tap. */
export function deliveryOf(tap: Tap, { id: endpointId }: WebhookEndpoint): string {
  const { counterId, lastEventId, createdAt } = tap;
  const eventKey = `counter.increment:${counterId}:${lastEventId}`;
  return deriveDeliveryId({ eventKey, createdAt, endpointId });
}
