import { styleText } from "node:util";
import type { ReceivedDelivery, ResponsePlan, VerifiedDelivery } from "./receiver.ts";

const shownCharacters = 60;
/** A verified id is never longer, and must not be cut: a person pastes it. */
const shownIdCharacters = 200;

/**
 * One readable line: time, event, counter, change, which request, verified, response, delivery id;
 * and the organization where a receiver serves several.
 */
export function deliveryLine(
  delivery: ReceivedDelivery,
  planned: ResponsePlan,
  organization?: string,
): string {
  const words = delivery.verified
    ? [...eventWords(delivery), seenWord(delivery), styleText("green", verifiedWord(delivery))]
    : [
        shown(delivery.headers.event ?? "no event type"),
        styleText("red", `not verified: ${delivery.reason}`),
      ];
  const from = organization === undefined ? [] : [shown(organization)];
  const all = [...from, ...words, responseWord(planned), idWord(delivery)];
  return `${time(delivery.receivedAtMs)} ${all.join("  ")}`;
}

/** A line for a sender that did not wait for the response. */
export function hangUpLine(delivery: ReceivedDelivery, afterMs: number): string {
  const words = `the sender hung up after ${Math.round(afterMs / 100) / 10} s`;
  return `${time(Date.now())} ${styleText("yellow", words)}  ${idWord(delivery)}`;
}

/** A line for what came and cannot be a delivery. */
export function strayLine(reason: string): string {
  return warningLine(`not a delivery: ${shown(reason, 200)}`);
}

/** A line for what a person should know. */
export function warningLine(message: string): string {
  return `${time(Date.now())} ${styleText("yellow", message)}`;
}

function eventWords({ event }: VerifiedDelivery): string[] {
  if (event.type === "threshold.alert.fired") {
    const { alertName, groupName, counterName, previousLevel, level, threshold } = event.data;
    const levels = `${previousLevel} → ${level} (threshold ${threshold})`;
    return [event.type, shown(alertName), shown(groupName ?? counterName), levels];
  }
  const { counterName, previousCount, count, delta } = event.data;
  const change = `${previousCount} → ${count} (${delta > 0 ? "+" : ""}${delta})`;
  return [event.type, shown(counterName), change];
}

function verifiedWord({ headers }: VerifiedDelivery): string {
  return headers.standardSignature === undefined
    ? "verified"
    : "verified, also by webhook-signature";
}

function seenWord({ request, acknowledged }: VerifiedDelivery): string {
  if (acknowledged)
    return styleText("yellow", `duplicate, acknowledged before (request ${request})`);
  return request === 1 ? "first" : `again (request ${request})`;
}

function responseWord({ status, hangMs }: ResponsePlan): string {
  const shown = styleText(status < 300 ? "green" : "red", String(status));
  return hangMs > 0 ? `→ waits ${hangMs / 1_000} s, then ${shown}` : `→ ${shown}`;
}

function idWord({ headers: { deliveryId } }: ReceivedDelivery): string {
  return deliveryId === undefined ? "no delivery id" : shown(deliveryId, shownIdCharacters);
}

/** Without characters that move the cursor or turn the text around. */
function shown(text: string, characters = shownCharacters): string {
  const safe = text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, "?");
  const [...parts] = safe;
  return parts.length > characters ? `${parts.slice(0, characters - 1).join("")}…` : safe;
}

function time(ms: number): string {
  return new Date(ms).toISOString().slice(11, 19);
}
