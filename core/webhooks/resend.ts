import { type Plan, planIncludesWebhooks } from "../organizations/organization.ts";
import type { AttemptMessage, DeliveryRecord } from "./delivery.ts";
import { deliveryKeyOf } from "./delivery-id.ts";
import { isBeingSent } from "./delivery-state.ts";
import { firstMessage } from "./endpoint.ts";
import type { Lane } from "./endpoint-health.ts";
import type { StoredCount } from "./webhook-event.ts";

/** The first attempt of a fresh schedule. */
export interface FreshStart {
  attempt: 1;
  dueMs: number;
  token: string;
}

export interface CountKey {
  organizationId: string;
  counterId: string;
  lastEventId: number;
}

export interface ResendPorts {
  load(deliveryId: string): Promise<DeliveryRecord | undefined>;
  endpoint(key: {
    organizationId: string;
    endpointId: string;
  }): Promise<{ plan: Plan; lane: Lane } | undefined>;
  count(key: CountKey): Promise<StoredCount | undefined>;
  /**
   * Schedules the record's delivery anew, while it is as it was read and nobody sends it; false
   * when it is not.
   */
  restart(record: DeliveryRecord, next: FreshStart): Promise<boolean>;
  send(message: AttemptMessage, lane: Lane): Promise<void>;
  newToken(): string;
  now(): number;
}

export type ResendRefusal =
  | "no_such_delivery"
  /** It is not, or no longer, among those that were asked for. */
  | "not_wanted"
  | "being_sent"
  | "endpoint_deleted"
  | "free_plan"
  /** The count event is not stored any more, so the body cannot be made. */
  | "event_gone"
  | "changed_meanwhile";

export type ResendResult =
  | { result: "resent"; before: DeliveryRecord; message: AttemptMessage }
  /** With the record as it was read, if there is one. */
  | { result: "refused"; reason: ResendRefusal; before?: DeliveryRecord };

/**
 * Sends a delivery again: same ids, same body, fresh schedule. First the record names the new
 * message, then the message is sent, so any older one is dropped. Should this end in between, no
 * message is on its way, and resending again gives a new name.
 */
export async function resend(
  ports: ResendPorts,
  deliveryId: string,
  isWanted: (record: DeliveryRecord) => boolean = () => true,
): Promise<ResendResult> {
  const key = deliveryKeyOf(deliveryId);
  const before = key && (await ports.load(deliveryId));
  if (!key || !before) return refused("no_such_delivery");
  if (!isWanted(before)) return refused("not_wanted", before);
  if (isBeingSent(before, ports.now())) return refused("being_sent", before);
  const { organizationId } = before;
  const [endpoint, body] = await Promise.all([
    ports.endpoint({ organizationId, endpointId: key.endpointId }),
    bodyOf(ports, before, key.endpointId),
  ]);
  if (endpoint === undefined) return refused("endpoint_deleted", before);
  if (!planIncludesWebhooks(endpoint.plan)) return refused("free_plan", before);
  if (body === undefined) return refused("event_gone", before);
  const next: FreshStart = { attempt: 1, dueMs: ports.now(), token: ports.newToken() };
  if (!(await ports.restart(before, next))) return refused("changed_meanwhile", before);
  const { eventId, eventType } = before;
  const message = { deliveryId, organizationId, eventId, eventType, body, ...next };
  try {
    await ports.send(message, endpoint.lane);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const text = `${deliveryId} is scheduled, but its message was not sent: resend it (${why})`;
    throw new Error(text, { cause });
  }
  return { result: "resent", before, message };
}

function refused(reason: ResendRefusal, before?: DeliveryRecord): ResendResult {
  return { result: "refused", reason, ...(before && { before }) };
}

/** The body as every attempt has carried it, made once more from the stored event. */
async function bodyOf(
  ports: ResendPorts,
  record: DeliveryRecord,
  endpointId: string,
): Promise<string | undefined> {
  const key = countKeyOf(record);
  const count = key && (await ports.count(key));
  if (count === undefined) return undefined;
  const message = firstMessage(count, endpointId);
  // Another event under the same number: its body must not go out under this delivery's id.
  if (message.deliveryId !== record.deliveryId) return undefined;
  return message.body;
}

/** Contract §6: `<type>:<counterId>:<lastEventId>`. */
function countKeyOf({ organizationId, eventId, eventType }: DeliveryRecord): CountKey | undefined {
  const [type, counterId, lastEventId, ...more] = eventId.split(":");
  if (type !== eventType || !counterId || !/^\d+$/.test(lastEventId ?? "") || more.length > 0)
    return undefined;
  return { organizationId, counterId, lastEventId: Number(lastEventId) };
}
