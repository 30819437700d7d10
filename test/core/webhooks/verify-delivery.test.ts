import { expect, test } from "vitest";
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
