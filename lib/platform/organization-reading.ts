import type { ServiceFunction } from "./service-function.ts";

/** Of an organization only some attributes: the item also has the hashes of its API keys. */
export function grantReading(
  reader: ServiceFunction<never>,
  organizationsArn: string,
  attributes: string[],
): void {
  reader.grantIf(
    {
      "ForAllValues:StringEquals": { "dynamodb:Attributes": ["organizationId", ...attributes] },
      StringEqualsIfExists: { "dynamodb:Select": "SPECIFIC_ATTRIBUTES" },
    },
    organizationsArn,
    "dynamodb:GetItem",
  );
}
