import type { ServiceFunction } from "./service-function.ts";

/**
 * A condition of IAM: the call reads or writes no other attributes than these. DynamoDB counts an
 * item's key among them. "Using IAM policy conditions for fine-grained access control" in the
 * DynamoDB developer guide.
 */
export function onlyAttributes(...attributes: string[]) {
  return { "ForAllValues:StringEquals": { "dynamodb:Attributes": attributes } };
}

/**
 * Grants updates of these attributes alone, the key's among them, that return no items: `UpdateItem` can
 * return all of an item, whatever attributes it names.
 */
export function grantUpdating(
  writer: ServiceFunction<never>,
  tableArn: string,
  { attributes, returned = [] }: { attributes: string[]; returned?: "ALL_OLD"[] },
): void {
  const returns = { StringEquals: { "dynamodb:ReturnValues": ["NONE", ...returned] } };
  writer.grantIf({ ...onlyAttributes(...attributes), ...returns }, tableArn, "dynamodb:UpdateItem");
}

/** Of an organization only some attributes: the item also has the hashes of its API keys. */
export function grantReading(
  reader: ServiceFunction<never>,
  organizationsArn: string,
  attributes: string[],
): void {
  reader.grantIf(
    {
      ...onlyAttributes("organizationId", ...attributes),
      StringEqualsIfExists: { "dynamodb:Select": "SPECIFIC_ATTRIBUTES" },
    },
    organizationsArn,
    "dynamodb:GetItem",
  );
}
