import { expect, test } from "vitest";
import { webhookRequest } from "../../../core/webhooks/signed-request.ts";
import { newSigningSecret } from "../../../core/webhooks/signing-secret.ts";
import { deliveryHeaders, verifyDelivery } from "../../../core/webhooks/verify-delivery.ts";
import { newDelivery, secret } from "../../local/receiver/test-delivery.ts";

const signedMs = Date.UTC(2030, 0, 1);
const { headers, body } = newDelivery({ url: "https://localhost/", nowMs: signedMs });
const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);

test.each([
  ["300 s ago", 300_000, true],
  ["301 s ago", 301_000, false],
  ["300 s ahead", -300_000, true],
  ["301 s ahead", -301_000, false],
])("a delivery that was signed %s has the age %i ms and is verified: %s", (_, ageMs, verified) => {
  const verification = verifyDelivery({
    secret,
    headers: deliveryHeaders(Object.fromEntries(lowerCase)),
    body: Buffer.from(body),
    nowMs: signedMs + ageMs,
  });
  expect(verification).toMatchObject({ verified });
});

const message = { deliveryId: "dlv_1", eventType: "counter.increment" as const, body };
const nextSecret = newSigningSecret();

test.each<[what: string, changed: Record<string, string>, reason: string | undefined]>([
  ["as they are", {}, undefined],
  ["with another id", { "webhook-id": "dlv_2" }, "webhook-id is not the delivery id"],
  ["with another time", { "webhook-timestamp": "1" }, "webhook-timestamp is not the time"],
  ["with no signature of this secret", { "webhook-signature": "v1,AAAA v2,x" }, "no webhook-sig"],
])("headers of Standard Webhooks %s: %j, %s", (_, changed, reason) => {
  const secrets = { secret, standardSecrets: [nextSecret, secret] };
  const request = webhookRequest(message, { url: "https://x/", ...secrets, nowMs: signedMs });
  const all = Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]);
  const verification = verifyDelivery({
    secret,
    headers: deliveryHeaders({ ...Object.fromEntries(all), ...changed }),
    body: Buffer.from(body),
    nowMs: signedMs,
  });
  expect(verification).toMatchObject(
    reason === undefined
      ? { verified: true }
      : { verified: false, reason: expect.stringContaining(reason) },
  );
});
