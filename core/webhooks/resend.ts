import { allInOrder } from "../all-in-order.ts";
import type { ChangedBy } from "../members/changed-by.ts";
import { type WorkAuditPorts, workEntry } from "../members/running-audit.ts";
import { planIncludesWebhooks } from "../organizations/plan.ts";
import type { AttemptMessage } from "./attempt-message.ts";
import { type DeliveryRecord, eventReference, isBeingSent } from "./delivery.ts";
import { deliveryKeyOf, deriveDeliveryId } from "./delivery-id.ts";
import type { EndpointKey, StoredEndpoint } from "./endpoint.ts";
import { receives } from "./endpoint-filter.ts";
import type { Lane } from "./endpoint-health.ts";
import type { EventResolvers, WebhookEvent } from "./webhook-event.ts";

/** The first attempt of a fresh schedule. */
export interface FreshStart {
  attempt: 1;
  dueMs: number;
  fencingToken: string;
}

export type DeliveryEndpoint = Pick<
  StoredEndpoint,
  | "plan"
  | "lane"
  | "name"
  | "url"
  | "urlChangedAtMs"
  | "pausedAt"
  | "events"
  | "filter"
  | "standardWebhooks"
>;

export interface ResendPorts {
  load(deliveryId: string): Promise<DeliveryRecord | undefined>;
  endpoint(key: EndpointKey): Promise<DeliveryEndpoint | undefined>;
  /** Make the event of a delivery again. */
  resolvers: EventResolvers;
  /**
   * Starts a new schedule for the delivery, with one conditional write; false when the record has
   * changed, or it is being sent.
   */
  restart(record: DeliveryRecord, next: FreshStart): Promise<boolean>;
  send(message: AttemptMessage, lane: Lane): Promise<void>;
  newFencingToken(): string;
  now(): number;
}

export type ResendRefusal =
  | "no_such_delivery"
  /** `isWanted` does not accept it, or no longer. */
  | "not_wanted"
  /** Its endpoint's events or filter leave it out now. */
  | "not_received"
  | "being_sent"
  | "endpoint_deleted"
  | "plan_required"
  | "endpoint_paused"
  /** The event is no longer stored, so the body cannot be made. */
  | "event_gone"
  | "conflict";

type ResendResult =
  | { result: "resent"; before: DeliveryRecord; message: AttemptMessage }
  /** With the record as it was read, if there is one. */
  | { result: "refused"; reason: ResendRefusal; before?: DeliveryRecord };

export type RefusedResend = Extract<ResendResult, { result: "refused" }>;

/** What a delivery must be to be resent. */
export interface ResendRules {
  isWanted?(record: DeliveryRecord): boolean;
  /** Whether its event must be one that the endpoint receives now. */
  receivedOnly?: boolean;
}

/**
 * Resends a delivery: same ids, same body, fresh schedule. The record gets the token of the new
 * message before that message is sent, so any older message is dropped. If this ends in between, no
 * message was sent; resending again issues a new token.
 */
export async function resend(
  ports: ResendPorts,
  deliveryId: string,
  { isWanted = () => true, receivedOnly = false }: ResendRules = {},
): Promise<ResendResult> {
  const key = deliveryKeyOf(deliveryId);
  const before = key && (await ports.load(deliveryId));
  if (!key || !before) return refused("no_such_delivery");
  if (!isWanted(before)) return refused("not_wanted", before);
  if (isBeingSent(before, ports.now())) return refused("being_sent", before);
  const { organizationId } = before;
  const [endpoint, event] = await allInOrder([
    ports.endpoint({ organizationId, endpointId: key.endpointId }),
    eventOf(ports, before),
  ]);
  if (endpoint === undefined) return refused("endpoint_deleted", before);
  if (!planIncludesWebhooks(endpoint.plan)) return refused("plan_required", before);
  if (endpoint.pausedAt !== undefined) return refused("endpoint_paused", before);
  if (event === undefined) return refused("event_gone", before);
  if (receivedOnly && !receives(endpoint, event)) return refused("not_received", before);
  const fencingToken = ports.newFencingToken();
  const next: FreshStart = { attempt: 1, dueMs: ports.now(), fencingToken };
  if (!(await ports.restart(before, next))) return refused("conflict", before);
  const { eventId, eventType, eventKey } = before;
  const message: AttemptMessage = {
    ...{ deliveryId, organizationId, eventId, eventType },
    ...(eventKey !== undefined && { eventKey }),
    body: event.body,
    ...next,
  };
  try {
    await ports.send(message, endpoint.lane);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const text = `${deliveryId} is scheduled, but its message was not sent: resend it (${why})`;
    throw new Error(text, { cause });
  }
  return { result: "resent", before, message };
}

export interface ResendAllPorts extends ResendPorts, WorkAuditPorts {}

/**
 * Resends deliveries of one organization, all at once, with one audit entry. Of another one's they are
 * `not_wanted`. When one meets an error, this throws it after the others have ended.
 */
export async function resendAll(
  ports: ResendAllPorts,
  { organizationId, deliveryIds }: { organizationId: string; deliveryIds: string[] },
  by: ChangedBy,
): Promise<({ id: string } & ResendResult)[]> {
  const entry = workEntry(ports, by, "delivery.resend");
  const [id, ...more] = [...new Set(deliveryIds)];
  const target = { kind: "delivery", id: more.length === 0 ? (id ?? null) : null, name: null };
  const change = (resent: string[]) => {
    const after = { resent: resent.length, ...(more.length > 0 && { deliveryIds: resent }) };
    return { organizationId, target, before: null, after };
  };
  const recorded = withEntry(ports, () => entry.begin(change([])));
  const isOwn = (record: DeliveryRecord) => record.organizationId === organizationId;
  const settled = await Promise.allSettled(
    [...new Set(deliveryIds)].map(async (id) => ({
      id,
      ...(await resend(recorded, id, { isWanted: isOwn })),
    })),
  );
  const results = settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  await entry.soFar(
    change(results.filter(({ result }) => result === "resent").map(({ id }) => id)),
  );
  for (const each of settled) if (each.status === "rejected") throw each.reason;
  return results;
}

/** The same ports; the audit entry is written before the first delivery is restarted. */
export function withEntry<Ports extends ResendPorts>(
  ports: Ports,
  begin: () => Promise<void>,
): Ports {
  return {
    ...ports,
    async restart(record, next) {
      await begin();
      return await ports.restart(record, next);
    },
  };
}

function refused(reason: ResendRefusal, before?: DeliveryRecord): ResendResult {
  return { result: "refused", reason, ...(before && { before }) };
}

/** The event of a delivery, made again from what is stored; undefined when that is gone. */
export async function eventOf(
  { resolvers }: Pick<ResendPorts, "resolvers">,
  record: DeliveryRecord,
): Promise<WebhookEvent | undefined> {
  const reference = eventReference(record);
  const event = await resolvers[record.eventType]?.(reference);
  const endpointId = deliveryKeyOf(record.deliveryId)?.endpointId;
  if (event === undefined || endpointId === undefined) return undefined;
  const { key: eventKey, createdAt } = event;
  // Another event with the same number: its body must not be sent with this delivery's id.
  if (deriveDeliveryId({ eventKey, createdAt, endpointId }) !== record.deliveryId) return undefined;
  return event;
}
