import { derivedBase62, derivedSecret } from "../../derived-id.ts";
import { newKeyText } from "../../keys/key-text.ts";
import { canaryOrganizationId } from "../../organizations/organization.ts";
import { newEndpointId } from "../../webhooks/endpoint-id.ts";

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
  const digits = (purpose: string) => derivedBase62(secret, purpose);
  return {
    keyId: `key_${digits("key id")(20)}`,
    keyText: newKeyText(keyBrand, digits("key")),
    endpointId: newEndpointId(digits("endpoint id")),
    signingSecret: `whsec_${derivedSecret(secret, "signing secret").toString("base64")}`,
  };
}
