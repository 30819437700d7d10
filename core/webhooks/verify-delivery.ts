import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { standardKey } from "./signing-secret.ts";
import { AlertEnvelope, CountEnvelope } from "./webhook-event.ts";

/** The headers of a delivery, contract §6, as they came. */
export const DeliveryHeaders = z.object({
  contentType: z.string().optional(),
  userAgent: z.string().optional(),
  signature: z.string().optional(),
  timestamp: z.string().optional(),
  event: z.string().optional(),
  deliveryId: z.string().optional(),
  /** Of Standard Webhooks, which an endpoint may have beside the others. */
  standardId: z.string().optional(),
  standardTimestamp: z.string().optional(),
  standardSignature: z.string().optional(),
});
export type DeliveryHeaders = z.infer<typeof DeliveryHeaders>;

/** The body of a delivery, contract §6. */
export const WebhookEnvelope = z.discriminatedUnion("type", [CountEnvelope, AlertEnvelope]);
export type WebhookEnvelope = z.infer<typeof WebhookEnvelope>;

export type Verification =
  | { verified: true; deliveryId: string; event: WebhookEnvelope }
  /** In plain words. */
  | { verified: false; reason: string };

/** How far the clocks of sender and receiver may be apart, network delay included. */
const toleranceSeconds = 300;

/** Of headers whose names are in lower case. */
export function deliveryHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): DeliveryHeaders {
  return DeliveryHeaders.parse({
    contentType: headers["content-type"],
    userAgent: headers["user-agent"],
    signature: headers["x-service-signature"],
    timestamp: headers["x-service-timestamp"],
    event: headers["x-service-event"],
    deliveryId: headers["x-service-delivery"],
    standardId: headers["webhook-id"],
    standardTimestamp: headers["webhook-timestamp"],
    standardSignature: headers["webhook-signature"],
  });
}

/** Reads nothing of the body before its signature is verified. */
export function verifyDelivery(received: {
  secret: string;
  headers: DeliveryHeaders;
  body: Uint8Array;
  nowMs: number;
}): Verification {
  const { secret, headers, body, nowMs } = received;
  if (headers.signature === undefined) return refused("there is no X-Service-Signature");
  const [, timestamp = "", hex = ""] = signatureForm.exec(headers.signature) ?? [];
  if (timestamp === "") return refused("X-Service-Signature does not have the form t=…,v1=…");
  const expected = createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest();
  const given = Buffer.from(hex, "hex");
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    return refused("the signature does not match: another secret, or a changed body");
  const ageSeconds = Math.floor(nowMs / 1_000) - Number(timestamp);
  if (Math.abs(ageSeconds) > toleranceSeconds)
    return refused(`it was signed ${Math.abs(ageSeconds)} s ${ageSeconds > 0 ? "ago" : "ahead"}`);
  if (headers.timestamp !== timestamp)
    return refused("X-Service-Timestamp is not the time in the signature");
  return whyNotStandard(secret, headers, body) ?? content(headers, body);
}

/** Why the headers of Standard Webhooks are wrong; undefined where they are right, or none are there. */
function whyNotStandard(
  secret: string,
  { deliveryId, timestamp, standardId, standardTimestamp, standardSignature }: DeliveryHeaders,
  body: Uint8Array,
): Verification | undefined {
  if (standardSignature === undefined) return undefined;
  if (standardId !== deliveryId) return refused("webhook-id is not the delivery id");
  if (standardTimestamp !== timestamp)
    return refused("webhook-timestamp is not the time in the signature");
  const hmac = createHmac("sha256", standardKey(secret));
  const signed = hmac.update(`${standardId}.${standardTimestamp}.`).update(body).digest();
  const isSigned = standardSignature
    .split(" ")
    .filter((each) => each.startsWith("v1,"))
    .map((each) => Buffer.from(each.slice(3), "base64"))
    .some((given) => given.length === signed.length && timingSafeEqual(given, signed));
  return isSigned ? undefined : refused("no webhook-signature matches");
}

const signatureForm = /^t=(\d{1,12}),v1=([0-9a-f]*)$/;

function content(headers: DeliveryHeaders, body: Uint8Array): Verification {
  const { deliveryId } = headers;
  if (deliveryId === undefined || !/^[\x21-\x7e]{1,200}$/.test(deliveryId))
    return refused("X-Service-Delivery is missing or not an id");
  if (!/^application\/json *(;|$)/i.test(headers.contentType ?? ""))
    return refused("the Content-Type is not application/json");
  const event = WebhookEnvelope.safeParse(parsedJson(body));
  if (!event.success) return refused("the body is not an event as the contract describes it");
  if (headers.event !== event.data.type)
    return refused("X-Service-Event is not the type in the body");
  return { verified: true, deliveryId, event: event.data };
}

/** Undefined for what is not JSON in UTF-8. */
function parsedJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

function refused(reason: string): Verification {
  return { verified: false, reason };
}
