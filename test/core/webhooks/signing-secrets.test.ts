import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { standardSignature } from "../../../core/webhooks/signed-request.ts";
import {
  newSigningSecret,
  type SealedSecret,
  signingSecrets,
  standardKey,
} from "../../../core/webhooks/signing-secret.ts";
import { anyCharacter } from "../../any-character.ts";

test("the key of Standard Webhooks is the bytes of the secret, whatever they are", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      expect([...standardKey(newSigningSecret(bytes))]).toEqual([...bytes]);
    }),
  );
});

test("a signature is that of the package of Standard Webhooks, whatever is signed", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.string({ unit: anyCharacter }),
      fc.integer({ min: 1, max: 4_000_000_000 }),
      (bytes, body, timestamp) => {
        const secret = newSigningSecret(bytes);
        const deliveryId = "dlv_0123456789ABCDEFGHIJ0VsLk2Qz0123456789ABCDEFGHIJ";
        expect(standardSignature({ secret, deliveryId, timestamp, body })).toBe(
          new Webhook(secret).sign(deliveryId, new Date(timestamp * 1_000), body),
        );
      },
    ),
  );
});

const own = { sealedSecret: "own", wrappedKey: "-" };
const nextSecret = { sealedSecret: "next", wrappedKey: "-" };
const owner = { organizationId: "org_1", endpointId: "end_1" };

test.each([
  ["an endpoint without these headers", { ...own, nextSecret }, ["own"]],
  ["one with them", { ...own, standardWebhooks: true as const }, ["own"]],
  [
    "one with them and a next secret",
    { ...own, nextSecret, standardWebhooks: true as const },
    ["own", "next"],
  ],
])("%s has no other secret opened than it signs with", async (_, endpoint, expected) => {
  const opened: string[] = [];
  const open = async ({ sealedSecret }: SealedSecret) => {
    opened.push(sealedSecret);
    return sealedSecret;
  };
  const { secret, standardSecrets } = await signingSecrets(open, endpoint, owner);
  expect(opened).toEqual(expected);
  expect(secret).toBe("own");
  expect(standardSecrets).toEqual("standardWebhooks" in endpoint ? expected : undefined);
});
