import { createHash } from "node:crypto";
import { fromBase62, toBase62 } from "../base62.ts";

/** The key of a delivery in its table; it sorts by the time of the event. */
export interface DeliveryKey {
  endpointId: string;
  deliveryKey: string;
}

const timeDigits = 8;
const hashDigits = 20;

/**
 * The delivery of an event to an endpoint always has the same id, so a repeated stream record makes
 * no second delivery. The id contains the key under which the delivery is stored.
 */
export function deriveDeliveryId(of: {
  /** The key of the event; see WebhookEvent. */
  eventKey: string;
  createdAt: string;
  endpointId: string;
}): string {
  const time = toBase62(Date.parse(of.createdAt), timeDigits);
  const digest = createHash("sha256").update(`${of.eventKey}\n${of.endpointId}`).digest();
  const hash = toBase62(digest.readUIntBE(0, 6), 10) + toBase62(digest.readUIntBE(6, 6), 10);
  return deliveryIdFromKey({ endpointId: of.endpointId, deliveryKey: `${time}${hash}` });
}

/** The time of the event in a delivery's key, in milliseconds since the epoch. */
export function eventMsOf(deliveryKey: string): number {
  return fromBase62(deliveryKey.slice(0, timeDigits));
}

const latestMs = 62 ** timeDigits - 1;

/** Where the keys of deliveries of this time and later begin. */
export function deliveryKeysFrom(eventMs: number): string {
  return toBase62(Math.min(Math.max(0, Math.floor(eventMs)), latestMs), timeDigits);
}

/** The id of the delivery with this key. */
export function deliveryIdFromKey({ endpointId, deliveryKey }: DeliveryKey): string {
  return `dlv_${endpointId.replace(/^end_/, "")}${deliveryKey}`;
}

/** False for text that cannot be a delivery's key. */
export function isDeliveryKey(text: string): boolean {
  return new RegExp(`^\\w{${timeDigits + hashDigits}}$`).test(text);
}

/** The key in a delivery id; undefined for text that is no delivery id. */
export function deliveryKeyOf(id: string): DeliveryKey | undefined {
  const parts = new RegExp(`^dlv_(\\w{20})(\\w{${timeDigits + hashDigits}})$`).exec(id);
  if (parts?.[1] === undefined || parts[2] === undefined) return undefined;
  return { endpointId: `end_${parts[1]}`, deliveryKey: parts[2] };
}
