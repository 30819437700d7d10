import { expect, test } from "vitest";
import { isCounterId } from "../../../../core/counters/counter.ts";
import { checkEndpoint } from "../../../../core/webhooks/check/check-endpoint.ts";
import type { CheckReport } from "../../../../core/webhooks/check/check-report.ts";
import { findings } from "../../../../core/webhooks/check/findings.ts";
import { testCounterId } from "../../../../core/webhooks/check/test-event.ts";
import type { StoredEndpoint } from "../../../../core/webhooks/endpoint.ts";
import { signature, type WebhookRequest } from "../../../../core/webhooks/signed-request.ts";
import {
  AlertEnvelope,
  CountEnvelope,
  WebhookEventType,
} from "../../../../core/webhooks/webhook-event.ts";

const key = { organizationId: "org_1", endpointId: "end_0123456789ABCDEFGHIJ" };
const endpoint: StoredEndpoint = {
  ...{ id: key.endpointId, organizationId: "org_1", url: "https://receiver.example.com/hooks" },
  ...{ events: ["counter.decrement"], lane: "fast", createdAt: "2029-01-01T00:00:00.000Z" },
  ...{ plan: "pro", sealedSecret: "sealed", wrappedKey: "wrapped" },
};
const nowMs = Date.UTC(2030, 0, 1);

function ports(found: StoredEndpoint | undefined, report: CheckReport = {}) {
  const sent: WebhookRequest[] = [];
  let seed = 0;
  return {
    sent,
    endpoint: async () => found,
    openSecret: async () => "whsec_test",
    async lookAtReceiver(request: WebhookRequest) {
      sent.push(request);
      return report;
    },
    now: () => nowMs,
    randomBase62(length: number) {
      seed += 1;
      return String(seed).padStart(length, "0");
    },
  };
}

test.each(WebhookEventType.options)(
  "a test delivery of %s is as the contract says",
  async (type) => {
    const made = ports(endpoint);
    const check = await checkEndpoint(made, key, type);
    const [{ headers, body } = { headers: {}, body: "" }] = made.sent;
    const Envelope = type === "threshold.alert.fired" ? AlertEnvelope : CountEnvelope;
    const envelope = Envelope.parse(JSON.parse(body));
    expect(envelope.id).toBe(`${type}:${testCounterId}:1`);
    expect(isCounterId(testCounterId)).toBe(true);
    const timestamp = nowMs / 1_000;
    expect(headers).toMatchObject({
      "X-Service-Event": type,
      "X-Service-Signature": signature({ secret: "whsec_test", timestamp, body }),
      "X-Service-Delivery": expect.stringMatching(/^dlv_0123456789ABCDEFGHIJ\w{28}$/),
    });
    expect(check).toMatchObject({ result: "checked", eventType: type, accepted: false });
  },
);

test("each check has another delivery id, and the endpoint's first event unless one is named", async () => {
  const made = ports(endpoint);
  const checks = [await checkEndpoint(made, key), await checkEndpoint(made, key)];
  const ids = made.sent.map(({ headers }) => headers["X-Service-Delivery"]);
  expect(new Set(ids).size).toBe(2);
  expect(checks).toMatchObject([{ eventType: "counter.decrement" }, {}]);
});

test("a paused endpoint is checked; one that is gone or without a plan is not", async () => {
  const paused = ports({ ...endpoint, pausedAt: endpoint.createdAt });
  expect(await checkEndpoint(paused, key)).toMatchObject({ result: "checked" });
  expect(await checkEndpoint(ports(undefined), key)).toEqual({ result: "no_such_endpoint" });
  const free = ports({ ...endpoint, plan: "free" });
  expect(await checkEndpoint(free, key)).toEqual({ result: "plan_required" });
  expect(free.sent).toEqual([]);
});

test("whatever is not in order comes with what to do about it", () => {
  const chain = [{ subject: "a", issuer: "b", validTo: "2030-01-05T00:00:00.000Z", daysLeft: 4 }];
  const statuses = [200, 302, 400, 401, 404, 405, 409, 410, 500, 503];
  for (const status of statuses) {
    const shown = findings({
      name: { host: "a", addresses: ["192.0.1.1"], refused: [], tookMs: 1 },
      connection: { result: "connected", address: "192.0.1.1", tookMs: 2 },
      tls: { version: "TLSv1.2", chain },
      response: { result: "responded", status, tookMs: 4_000, body: "hello" },
    });
    for (const { verdict, advice } of shown) expect(advice === null).toBe(verdict === "good");
    const bad = shown.filter(({ verdict }) => verdict === "bad");
    expect([status, bad.length]).toEqual([status, status === 200 ? 0 : 1]);
  }
});
