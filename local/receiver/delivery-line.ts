import { styleText } from "node:util";
import type { Answer, ReceivedDelivery, VerifiedDelivery } from "./receiver.ts";

const shownCharacters = 60;
const shownIdCharacters = 8;

/** One readable line: time, event, counter, change, delivery, which request, verified, answer. */
export function deliveryLine(delivery: ReceivedDelivery, answer: Answer): string {
  const words = delivery.verified
    ? [...eventWords(delivery), idWord(delivery.deliveryId), seenWord(delivery), verified()]
    : [
        shown(delivery.headers.event ?? "no event type"),
        idWord(delivery.headers.deliveryId ?? "no delivery id"),
        styleText("red", `not verified: ${delivery.reason}`),
      ];
  return `${time(delivery.receivedAtMs)} ${words.join("  ")}  ${answerWord(answer)}`;
}

/** A line for what came and cannot be a delivery. */
export function strayLine(reason: string): string {
  return `${time(Date.now())} ${styleText("yellow", `not a delivery: ${shown(reason, 200)}`)}`;
}

function eventWords({ event }: VerifiedDelivery): string[] {
  if (event.type === "threshold.alert.fired") return [event.type];
  const { counterName, previousCount, count, delta } = event.data;
  const change = `${previousCount} → ${count} (${delta > 0 ? "+" : ""}${delta})`;
  return [event.type, shown(counterName), change];
}

function seenWord({ request, acknowledged }: VerifiedDelivery): string {
  if (acknowledged)
    return styleText("yellow", `duplicate, acknowledged before (request ${request})`);
  return request === 1 ? "first" : `again (request ${request})`;
}

function verified(): string {
  return styleText("green", "verified");
}

function answerWord({ status, hangMs }: Answer): string {
  const color = status < 300 ? "green" : "red";
  const wait = hangMs > 0 ? ` after ${hangMs / 1_000} s` : "";
  return `→ ${styleText(color, String(status))}${wait}`;
}

/** The end of an id, which differs most. */
function idWord(id: string): string {
  return id.length > shownIdCharacters ? `…${shown(id.slice(-shownIdCharacters))}` : shown(id);
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
