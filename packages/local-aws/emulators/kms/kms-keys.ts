import * as z from "zod";
import type { Stack } from "../../template/stack.ts";

export const keyTypes = ["AWS::KMS::Key"];

const withoutEffect = [
  "BypassPolicyLockoutSafetyCheck",
  "Description",
  "EnableKeyRotation",
  "KeyPolicy",
  "MultiRegion",
  "PendingWindowInDays",
  "RotationPeriodInDays",
  "Tags",
];

const KeyProperties = z.strictObject({
  Enabled: z.literal(true).default(true),
  KeySpec: z.literal("SYMMETRIC_DEFAULT").default("SYMMETRIC_DEFAULT"),
  KeyUsage: z.literal("ENCRYPT_DECRYPT").default("ENCRYPT_DECRYPT"),
  Origin: z.literal("AWS_KMS").default("AWS_KMS"),
});

/** The ids of the keys that the template declares; only symmetric encryption keys work here. */
export function readKeys(stack: Stack): string[] {
  return stack.resources(...keyTypes).map((resource) => {
    stack.properties(resource, KeyProperties, withoutEffect);
    return stack.nameOf(resource.logicalId);
  });
}
