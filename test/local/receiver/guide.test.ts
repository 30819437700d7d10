import { expect, test } from "vitest";
import { AlertData } from "../../../core/alerts/firing.ts";
import { firstMessage } from "../../../core/webhooks/attempt-message.ts";
import { countWebhook } from "../../../core/webhooks/count-webhooks.ts";
import { contractRetryDelays } from "../../../core/webhooks/retry-schedule.ts";
import { webhookRequest } from "../../../core/webhooks/signed-request.ts";
import { CountEnvelope } from "../../../core/webhooks/webhook-event.ts";
import { block, guide } from "./webhook-guide.ts";

const example = block("http", "POST /webhooks HTTP/1.1\n");
const [head = "", body = ""] = example.trimEnd().split("\n\n");
const [, ...headerLines] = head.split("\n");
const headers = Object.fromEntries(headerLines.map((line) => line.split(": ")));
const secret = /`(whsec_[\w+/=]+)`/.exec(guide)?.[1] ?? "";

test("the example is what the service sends", () => {
  const { id: _, createdAt, data } = CountEnvelope.parse(JSON.parse(body));
  const count = { ...data, createdAt, eventType: "increment" } as const;
  const message = firstMessage(
    countWebhook(count),
    `end_${headers["X-Service-Delivery"]?.slice(4, 24)}`,
  );
  const nowMs = Number(headers["X-Service-Timestamp"]) * 1_000;
  const { Host, ...sent } = headers;
  expect(Host).toBe("receiver.example.com");
  expect(webhookRequest(message, { url: "https://x", secret, nowMs })).toEqual({
    url: "https://x",
    headers: sent,
    body,
  });
});

test("the table names every field of an alert", () => {
  const [, table = ""] = guide.split("The `data` of `threshold.alert.fired`:");
  const rows = [...(table.split("\n\n")[1] ?? "").matchAll(/^\| `(\w+)`/gm)].map(
    ([, name]) => name,
  );
  expect(rows).toEqual(Object.keys(AlertData.shape));
});

test("the schedule is the one that the service keeps", () => {
  const words = contractRetryDelays.map((seconds) => {
    if (seconds < 60) return `${seconds} s`;
    return seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`;
  });
  const last = words.pop();
  expect(guide).toContain(`repeated after ${words.join(", ")} and ${last}`);
});
