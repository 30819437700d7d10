import { expect, test } from "vitest";
import { isCounterId } from "../../../../core/counters/counter-names.ts";
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
    const check = await checkEndpoint(made, key, { eventType: type });
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

const responding = (status: number): CheckReport => ({
  response: { result: "responded", status, tookMs: 5, body: "" },
});

// The second one's setting adds signatures of another form, where that is implemented.
test.each([
  ["an endpoint", endpoint],
  ["an endpoint for Standard Webhooks", { ...endpoint, standardWebhooks: true as const }],
])(
  "the forged deliveries to %s look like the valid one, and none of their signatures is right",
  async (_, found) => {
    const made = ports(found, responding(204));
    await checkEndpoint(made, key, { forged: true });
    const [valid, wrong, old] = made.sent;
    if (!(valid && wrong && old)) throw new Error("three are sent");
    for (const { url, headers } of [wrong, old]) {
      expect(url).toBe(valid.url);
      expect(Object.keys(headers)).toEqual(Object.keys(valid.headers));
    }
    expect(new Set(made.sent.map(({ body }) => body)).size).toBe(1);
    const ids = made.sent.map(({ headers }) => headers["X-Service-Delivery"]);
    expect(new Set(ids).size).toBe(3);
    // What has the wrong signature has the right time, and the other way round.
    const timestamp = nowMs / 1_000;
    const of = (at: number) => signature({ secret: "whsec_test", timestamp: at, body: valid.body });
    expect(wrong.headers["X-Service-Timestamp"]).toBe(String(timestamp));
    expect(wrong.headers["X-Service-Signature"]).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    expect(old.headers["X-Service-Signature"]).toBe(of(timestamp - 3_600));
    for (const [name, value] of Object.entries(wrong.headers)) {
      if (/signature/i.test(name)) expect(value).not.toBe(valid.headers[name]);
    }
  },
);

test.each<[string, CheckReport, string, string]>([
  [
    "acknowledges",
    responding(204),
    "warning",
    "204: acknowledged, although its signature is wrong.",
  ],
  ["refuses", responding(400), "good", "400: refused, as it should be."],
  ["is over its limit for", responding(429), "warning", "429: not acknowledged."],
  ["fails at", responding(500), "warning", "500: not acknowledged."],
  [
    "does not respond to",
    { response: { result: "failed", reason: "timed out", tookMs: 10_000 } },
    "warning",
    "No response: timed out.",
  ],
])("of a receiver that %s forged deliveries it says so", async (_, report, verdict, found) => {
  const made = ports(endpoint, responding(200));
  const check = await checkEndpoint(
    {
      ...made,
      lookAtReceiver: async (request) => {
        const first = made.sent.length === 0;
        return first ? await made.lookAtReceiver(request) : report;
      },
    },
    key,
    { forged: true },
  );
  if (check.result !== "checked") throw new Error(check.result);
  const [wrong, old] = check.findings.slice(-2);
  expect(wrong).toMatchObject({ step: "Wrong signature", verdict });
  expect(wrong?.found).toMatch(
    new RegExp(`^${found.replaceAll(".", "\\.")} Sent as dlv_\\w{48}\\.$`),
  );
  expect(old).toMatchObject({ step: "Old timestamp", verdict });
  const page = verdict === "good" ? undefined : "/docs/integrators/webhooks#verify-it";
  expect([wrong?.page, old?.page, check.accepted]).toEqual([page, page, true]);
});

test("forged deliveries are sent only on request, and only after the valid one was accepted", async () => {
  const refusing = ports(endpoint, responding(400));
  const check = await checkEndpoint(refusing, key, { forged: true });
  expect(check).toMatchObject({ accepted: false });
  expect(JSON.stringify(check)).toContain("No forged delivery was sent");
  const plain = ports(endpoint, responding(200));
  expect(JSON.stringify(await checkEndpoint(plain, key))).not.toContain("signature");
  expect([refusing.sent.length, plain.sent.length]).toEqual([1, 1]);
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
