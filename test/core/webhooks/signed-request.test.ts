import { expect, test } from "vitest";
import { webhookRequest } from "../../../core/webhooks/signed-request.ts";

const message = {
  deliveryId: "dlv_0123456789ABCDEFGHIJ0VsLk2Qz0123456789ABCDEFGHIJ",
  eventType: "counter.increment" as const,
  body: '{"name":"Café 🎪"}',
};
const options = { url: "https://example.com/", secret: "whsec_x", nowMs: 1_700_000_000_999 };

test("the length of a body is that of its bytes", () => {
  expect(webhookRequest(message, options).headers["Content-Length"]).toBe("21");
});

test("the timestamp is the second that has begun", () => {
  expect(webhookRequest(message, options).headers["X-Service-Timestamp"]).toBe("1700000000");
});
