import { expect, test } from "vitest";
import { isCounterId } from "../../../../core/counters/counter-names.ts";
import { isApiKeyId } from "../../../../core/keys/api-key.ts";
import { isWellFormedKey } from "../../../../core/keys/key-text.ts";
import {
  canaryCounter,
  canaryCredentials,
} from "../../../../core/operations/canary/canary-identity.ts";
import { isOrganizationId } from "../../../../core/organization-id.ts";
import { isEndpointId } from "../../../../core/webhooks/endpoint-id.ts";

test("the canary's ids, key and secret have the forms of all others", () => {
  const { keyId, keyText, endpointId, signingSecret } = canaryCredentials("a secret", "cs");
  expect(isOrganizationId(canaryCounter.organizationId)).toBe(true);
  expect(isCounterId(canaryCounter.counterId)).toBe(true);
  expect(isApiKeyId(keyId)).toBe(true);
  expect(isWellFormedKey("cs", keyText)).toBe(true);
  expect(isEndpointId(endpointId)).toBe(true);
  // 32 bytes.
  expect(signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
});

test("the same secret makes the same credentials, and another secret others", () => {
  const [one, again, other] = ["one", "one", "other"].map((text) => canaryCredentials(text, "cs"));
  expect(again).toEqual(one);
  const values = [one, other].flatMap((credentials) => Object.values(credentials ?? {}));
  expect(new Set(values).size).toBe(8);
});
