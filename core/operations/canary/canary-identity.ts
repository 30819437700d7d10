import { createHmac } from "node:crypto";
import { base62Digit, type RandomBase62 } from "../../base62.ts";
import { newKeyText } from "../../organizations/api-key.ts";
import { canaryOrganizationId } from "../../organizations/organization.ts";
import { newEndpointId } from "../../webhooks/endpoints/endpoint-id.ts";

/** The one counter of the canary's organization: the same in every stack, so that it is made once. */
export const canaryCounter = {
  organizationId: canaryOrganizationId,
  counterId: "ctr_00000000000000Canary",
};

/** What the canary reads and receives with. */
export interface CanaryCredentials {
  keyId: string;
  keyText: string;
  endpointId: string;
  signingSecret: string;
}

/**
 * Everything follows from the one secret of the stack: whoever sets the canary up again, or at the
 * same time, makes the same key and the same endpoint. Another secret makes others.
 */
export function canaryCredentials(secret: string, keyBrand: string): CanaryCredentials {
  const digest = (purpose: string) => createHmac("sha256", secret).update(purpose).digest();
  const digits = (purpose: string) => base62From((round) => digest(`${purpose} ${round}`));
  return {
    keyId: `key_${digits("key id")(20)}`,
    keyText: newKeyText(keyBrand, digits("key")),
    endpointId: newEndpointId(digits("endpoint id")),
    signingSecret: `whsec_${digest("signing secret").toString("base64")}`,
  };
}

/** Digits of blocks of bytes, each digit with the same probability. */
function base62From(block: (round: number) => Uint8Array): RandomBase62 {
  return (length) => {
    let text = "";
    for (let round = 0; text.length < length; round += 1) {
      // The largest multiple of 62 in a byte.
      const fair = [...block(round)].filter((byte) => byte < 248);
      text += fair.map((byte) => base62Digit(byte % 62)).join("");
    }
    return text.slice(0, length);
  };
}
